import { spawn } from 'node:child_process'
import { ensureBuilt, projectDirectory } from './build.ts'
import { leanProcess, whenOrphaned } from './desk-process.ts'
import { findElectron } from './electron-binary.ts'

/** `npm start`: builds what is stale, then opens the app in Electron, or, without Electron, in the browser. */
async function start(): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const built = ensureBuilt(say)
  // Awaited below; until then a failure must not be taken for one that nobody looks at.
  built.catch(() => {})
  const electron = await findElectron(say)
  let command: [string, string[]]
  const forwarded = process.argv.slice(2)
  if ('path' in electron) command = [electron.path, [projectDirectory, ...forwarded]]
  else {
    say(`Opening in the browser: ${electron.reason}.`)
    const desk = ['src-main/hosts/headless/desk.js', 'serve', '--open']
    command = [process.execPath, [...leanProcess.options, ...desk, ...forwarded]]
  }
  await built
  const child = spawn(command[0], command[1], {
    cwd: projectDirectory,
    env: leanProcess.environment,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  whenOrphaned(() => child.kill('SIGTERM'))
  child.on('exit', (code) => process.exit(code ?? 0))
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
