/**
 * Runs a bench: `npm run bench -- NAME`. It prints each figure beside its limit or peer; `--json` prints a list of
 * `{ figure, ours, unit, peer, theirs, ratio, goal, met }`.
 */
import { Command } from 'commander'
import { answersBench } from './answers.ts'
import { browseBench } from './browse.ts'
import { draftsBench } from './drafts.ts'
import { type Figure, figureTable } from './figure.ts'

const program = new Command('bench').description('How fast the main jobs are, beside a limit or a peer')

function add(name: string, description: string, standard: number, run: (items: number) => Promise<Figure[]>) {
  program
    .command(name)
    .description(description)
    .option('--items <number>', 'how many items', String(standard))
    .option('--json', 'print a list for programs')
    .action(async ({ items, json }: { items: string; json?: true }) => {
      const figures = await run(Number(items))
      process.stdout.write(`${json ? JSON.stringify(figures, undefined, 2) : figureTable(figures)}\n`)
    })
}

add('drafts', 'writing feeds, in a browser over the real backend', 10_000, draftsBench)
add('browse', 'looking through the catalog, in a browser over the real backend', 100_000, browseBench)
add('answers', 'answers of the local API, beside nginx', 100_000, answersBench)
await program.parseAsync()
