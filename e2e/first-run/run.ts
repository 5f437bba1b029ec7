/**
 * `npm run first-run`: the checks of resources/reference/first-run.md that a script can make, in a real
 * Electron.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt, projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { findElectron } from '../../src-main/hosts/launch/electron-binary.ts'
import { checks } from './checks.ts'
import { type StartOptions, withApp } from './opened-app.ts'

const help = `npm run first-run [-- --app FILE]

  --app FILE   the executable of a packaged app (default: this checkout in its Electron)

Starts the app in a folder of its own, with and without sandbox, and prints what it sees. The exit code is 1 if
a check fails, and 2 if there is no Electron. What no script can see: resources/reference/first-run.md.
`
const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** How to start the app, or the reason why that is not possible. */
async function findApp(
  given: string | undefined,
): Promise<Omit<StartOptions, 'sandbox'> | { reason: string }> {
  if (given !== undefined) {
    const executable = resolve(given)
    return existsSync(executable) ? { executable, args: [] } : { reason: `there is no file ${executable}` }
  }
  const electron = await findElectron(print)
  if ('reason' in electron) return electron
  await ensureBuilt(print)
  return { executable: electron.path, args: [projectDirectory] }
}

let failures = 0
/** Prints the result of a check. @returns whether it succeeded */
async function check(name: string, work: () => Promise<string>): Promise<boolean> {
  const begin = performance.now()
  try {
    const seen = await work()
    print(`ok    ${name}: ${seen} [${Math.round((performance.now() - begin) / 1000)} s]`)
    return true
  } catch (error) {
    failures += 1
    print(`FAIL  ${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return false
  }
}

async function checkAll(app: Omit<StartOptions, 'sandbox'>): Promise<void> {
  const start = (sandbox: boolean) => withApp({ ...app, sandbox }, async () => 'the window was shown')
  const hasSandbox = await check('start with sandbox', () => start(true))
  const starts = await check('start without sandbox', () => start(false))
  if (!hasSandbox && !starts) return print('The other checks need a window, and were not made.')
  await withApp({ ...app, sandbox: hasSandbox }, async (opened) => {
    for (const [name, work] of checks) await check(name, () => work(opened))
  })
}

const { values } = parseArgs({ options: { app: { type: 'string' }, help: { type: 'boolean' } } })
if (values.help) print(help)
else {
  const app = await findApp(values.app)
  if ('reason' in app) {
    print(`There is no Electron to check: ${app.reason}. Nothing was checked.`)
    process.exitCode = 2
  } else {
    await checkAll(app)
    print(failures === 0 ? 'All checks passed.' : `${failures} checks failed.`)
    if (failures > 0) process.exitCode = 1
  }
}
