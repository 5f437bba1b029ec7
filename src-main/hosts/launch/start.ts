import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, projectDirectory } from './build.ts'
import { leanProcess, whenParentEnds } from './desk-process.ts'

/** `npm start`: builds what is stale, then opens the app in Electron, or, without Electron, in the browser. */
async function start(): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const built = ensureBuilt(say)
  // The build is awaited below; without this handler Node.js would end the process at an earlier failure.
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
  whenParentEnds(() => child.kill('SIGTERM'))
  child.on('exit', (code) => process.exit(code ?? 0))
}

const electronPackage = join(projectDirectory, 'node_modules/electron')

/** The path of the Electron executable, if this computer has one. */
function installedBinary(): string | undefined {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const pathFile = join(electronPackage, 'path.txt')
  const executable = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron'
  const path = join(override ?? join(electronPackage, 'dist'), executable)
  return existsSync(path) ? path : undefined
}

/** The address of Electron's release, from the same variables that Electron's own installer reads. */
function releaseAddress(): string {
  const { version } = JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8'))
  const mirror =
    process.env['ELECTRON_MIRROR'] ??
    process.env['npm_config_electron_mirror'] ??
    'https://github.com/electron/electron/releases/download/'
  return `${mirror}v${version}/SHASUMS256.txt`
}

async function canDownload(milliseconds: number): Promise<boolean> {
  try {
    const answer = await fetch(releaseAddress(), {
      method: 'HEAD',
      signal: AbortSignal.timeout(milliseconds),
    })
    return answer.ok
  } catch {
    return false
  }
}

function download(): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(electronPackage, 'install.js')], { stdio: 'inherit' })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** A window needs a display; a server or a container has none. */
function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
}

type ElectronBinary = { path: string } | { reason: string }

/** Finds Electron, or downloads it. @returns within ten seconds why there is none */
async function findElectron(say: (line: string) => void): Promise<ElectronBinary> {
  if (!existsSync(electronPackage)) return { reason: 'Electron is not installed' }
  const installed = installedBinary()
  if (installed && (hasDisplay() || process.env['ELECTRON_OVERRIDE_DIST_PATH'])) return { path: installed }
  if (!hasDisplay()) return { reason: 'this computer has no display for an Electron window' }
  if (!(await canDownload(8_000)))
    return { reason: 'the Electron binary is not here and cannot be downloaded' }
  say('Downloading Electron (once)...')
  const path = (await download()) ? installedBinary() : undefined
  return path ? { path } : { reason: 'Electron could not be downloaded' }
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
