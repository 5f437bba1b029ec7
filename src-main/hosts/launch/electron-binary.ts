/** Finds the Electron executable, or downloads it. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDirectory } from './build.ts'

const electronPackage = join(projectDirectory, 'node_modules/electron')
/** Timeout for the server of Electron downloads, in milliseconds. */
const downloadTimeout = 8000

/** Path of the installed Electron executable; undefined if it is not installed. */
function installedBinary(): string | undefined {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const pathFile = join(electronPackage, 'path.txt')
  const executable = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron'
  const path = join(override ?? join(electronPackage, 'dist'), executable)
  return existsSync(path) ? path : undefined
}

/** Address of Electron's release, from the same variables that Electron's own installer uses. */
function releaseAddress(): string {
  const { version } = JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8'))
  const mirror =
    process.env['ELECTRON_MIRROR'] ??
    process.env['npm_config_electron_mirror'] ??
    'https://github.com/electron/electron/releases/download/'
  return `${mirror}v${version}/SHASUMS256.txt`
}

async function canDownload(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(downloadTimeout)
    return (await fetch(releaseAddress(), { method: 'HEAD', signal })).ok
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

/** Whether a window can be shown; a server or a container has no display. */
function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
}

/** The path of the executable, or the reason why there is none. */
type ElectronBinary = { path: string } | { reason: string }

/**
 * Finds Electron, or downloads it if a window can be shown. Takes ten seconds at most, not counting a
 * download.
 */
export async function findElectron(print: (line: string) => void): Promise<ElectronBinary> {
  if (!existsSync(electronPackage)) return { reason: 'Electron is not installed' }
  const installed = installedBinary()
  if (installed && (hasDisplay() || process.env['ELECTRON_OVERRIDE_DIST_PATH'])) return { path: installed }
  if (!hasDisplay()) return { reason: 'this computer has no display for an Electron window' }
  if (!(await canDownload())) return { reason: 'the Electron binary is not here and cannot be downloaded' }
  print('Downloading Electron (once)...')
  const path = (await download()) ? installedBinary() : undefined
  return path ? { path } : { reason: 'Electron could not be downloaded' }
}
