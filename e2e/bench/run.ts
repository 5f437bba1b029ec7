/** `npm run bench`; `--help` lists the options. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { benches } from './benches.ts'
import { cacheFolder } from './data/cache.ts'
import { grown } from './figure.ts'
import { comparedTable, type Result, readTable, unexplained, writeTable } from './results.ts'

const document = join(import.meta.dirname, 'RESULTS.md')
const names = Object.keys(benches)
const list = Object.entries(benches).map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)

const program = new Command('npm run bench --')
  .description('How fast the main jobs are, each beside a limit or a peer that takes turns with it')
  .argument('[names...]', 'which benches; all when there is none')
  .option('--items <number>', 'one size instead of those of the bench')
  .option('--large', 'a million items too, where the size matters')
  .option('--json', 'print what was measured as JSON')
  .option('--to <file>', 'where the JSON is written', join(cacheFolder('runs'), 'last.json'))
  .option('--no-compare', 'do not look at RESULTS.md')
  .option('--write', 'put the rows into the table of RESULTS.md')
  .addHelpText(
    'after',
    `\nBenches:\n${list.join('\n')}\n\nSizes are 10,000 and 100,000 items where they matter. Data and peers are prepared once, in ${cacheFolder()}.`,
  )
  .parse()

interface Options {
  items?: string
  large?: true
  json?: true
  to: string
  compare: boolean
  write?: true
}
const options = program.opts<Options>()
const wanted = program.args.length > 0 ? program.args : names
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0)
  program.error(`There is no bench ${unknown.join(', ')}; there are ${names.join(', ')}`)

const commit = (() => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim()
  } catch {
    return ''
  }
})()
const machine = {
  processor: `${cpus().length} × ${cpus()[0]?.model ?? ''}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  node: process.version,
  system: `${process.platform} ${process.arch}`,
}
/** Read before this run changes the file. */
const before = options.compare && existsSync(document) ? readTable(readFileSync(document, 'utf8')) : undefined

const results: Result[] = []
const failures: string[] = []
/** Writes the results so far, so that nothing is lost when a later bench is stopped. @returns the JSON */
function keep(): string {
  const json = JSON.stringify({ on: new Date().toISOString(), commit, machine, results }, undefined, 2)
  writeFileSync(options.to, `${json}\n`)
  if (options.write) writeFileSync(document, writeTable(readFileSync(document, 'utf8'), names, results))
  return json
}
for (const name of wanted) {
  const { sizes, run } = benches[name as keyof typeof benches]
  const usual = options.large && sizes.length > 1 ? [...sizes, 1_000_000] : sizes
  const chosen = options.items !== undefined && sizes.length > 0 ? [Number(options.items)] : usual
  /** Ours at the previous size, by figure. */
  let smaller = new Map<string, number>()
  for (const items of chosen.length > 0 ? chosen : [undefined]) {
    const load = Number(loadavg()[0]?.toFixed(1))
    const started = performance.now()
    console.error(`bench: ${name}${items === undefined ? '' : `, ${items.toLocaleString('en')} items`}`)
    try {
      const figures = (await run(items ?? 0)).map((figure) => grown(figure, smaller.get(figure.figure)))
      const on = new Date().toISOString().slice(0, 10)
      results.push(
        ...figures.map((figure) => ({ bench: name, ...(items ? { items } : {}), ...figure, on, load })),
      )
      smaller = new Map(figures.map(({ figure, ours }) => [figure, ours]))
    } catch (error) {
      console.error(error)
      // The other benches still give results.
      failures.push(
        `${name}, ${items ?? ''}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    }
    keep()
    console.error(`bench: ${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
}

process.stdout.write(`${options.json ? keep() : comparedTable(results, before)}\n`)
if (options.write)
  for (const row of unexplained(readFileSync(document, 'utf8')))
    console.error(`bench: RESULTS.md does not say yet what stands in the way of **${row}**`)
for (const failure of failures) console.error(`bench: FAILED ${failure}`)
process.exit(failures.length > 0 ? 1 : 0)
