/**
 * Finds peer programs: those of this computer, or else unpacked from packages of the distribution (Debian and
 * derivatives) into the user's cache. Nothing is installed, no service is started, and no privileges are
 * needed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../data/cache.ts'

interface Program {
  path: string
  environment: NodeJS.ProcessEnv
}

/** The folder into which packages are unpacked. */
export const unpacked = (): string => join(cacheFolder('debian'), 'root')

const libraries = () => [
  join(unpacked(), 'usr/lib/x86_64-linux-gnu'),
  join(unpacked(), 'usr/lib/aarch64-linux-gnu'),
]

/** The packages with their missing dependencies, as resolved by apt. */
function withDependencies(packages: readonly string[]): string[] {
  const plan = spawnSync('apt-get', ['install', '--dry-run', '--no-install-recommends', ...packages], {
    encoding: 'utf8',
  })
  const lacking = (plan.stdout ?? '').split('\n').flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? [])
  return [...new Set([...packages, ...lacking])]
}

/**
 * Unpacks packages and their dependencies; returns false if the distribution has no apt or there is no
 * network.
 */
export function unpackPackages(packages: readonly string[]): boolean {
  if (!existsSync('/usr/bin/apt-get')) return false
  const folder = cacheFolder('debian', packages.join('+'))
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] }).status === 0
  const complete = join(folder, 'whole')
  if (!existsSync(complete)) {
    console.error(`bench: ${packages.join(', ')} are taken from the distribution, once, into ${unpacked()}`)
    if (!run('apt-get', 'download', ...withDependencies(packages))) return false
    writeFileSync(complete, '')
  }
  mkdirSync(unpacked(), { recursive: true })
  return readdirSync(folder)
    .filter((name) => name.endsWith('.deb'))
    .every((file) => run('dpkg', '-x', file, unpacked()))
}

/**
 * Finds a program, or unpacks it.
 * @param packages Debian packages, including libraries that a usual computer lacks
 * @param usePath false: search only /usr/bin, because another program in the PATH may have the same name
 */
export function findProgram(name: string, packages: readonly string[], usePath = true): Program | undefined {
  const places = usePath ? (process.env['PATH'] ?? '').split(':') : ['/usr/bin']
  const here = places.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (here) return { path: here, environment: process.env }
  const findUnpacked = () =>
    ['usr/bin', 'usr/sbin'].map((folder) => join(unpacked(), folder, name)).find((path) => existsSync(path))
  const path = findUnpacked() ?? (unpackPackages(packages) ? findUnpacked() : undefined)
  return path ? { path, environment: { ...process.env, LD_LIBRARY_PATH: libraries().join(':') } } : undefined
}
