/**
 * `npm run dev`: Vite serves the page with hot replacement, and the headless host restarts when a file of the
 * backend changes. It needs neither a build nor Electron. The workspace is a sandbox with the sample, kept
 * between runs.
 */

import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { projectDirectory } from './build.ts'
import { whenParentEnds } from './desk-process.ts'
import { developmentHost } from './dev-host.ts'
import { type DevelopmentPage, developmentPage } from './dev-page.ts'

const help = `npm run dev -- [--port N] [--data DIR]

  --port N     port of the page (5173); 0 picks a free one
  --data DIR   folder for the workspace, its settings and its log, kept between runs (out/dev)
`
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5173' },
    data: { type: 'string', default: join(projectDirectory, 'out/dev') },
    help: { type: 'boolean', default: false },
  },
})
const print = (line: string): void => void process.stderr.write(`${line}\n`)

async function develop(): Promise<void> {
  const host = developmentHost(values.data, print)
  const stop = async (code: number): Promise<never> => {
    await page?.close()
    await host.close()
    process.exit(code)
  }
  let page: DevelopmentPage | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop(0))
  whenParentEnds(() => void stop(0))
  page = await developmentPage(host, Number(values.port))
  await host.ready()
  process.stdout.write(`Catalog Desk is open at ${page.link()}\n`)
  print(
    'The page reloads when its files change; the backend restarts when one of its files changes. Ctrl+C stops both.',
  )
  if (!process.stdin.isTTY) return
  print('Enter gives a link for another browser.')
  createInterface({ input: process.stdin }).on('line', () => print(`Catalog Desk is open at ${page.link()}`))
}

if (values.help) process.stdout.write(help)
else
  develop().catch((error: unknown) => {
    print(error instanceof Error ? error.message : String(error))
    process.exit(1)
  })
