import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cacheFolder } from '../data/cache.ts'

/**
 * Installs an npm package that the project itself does not use, once, into the user's cache.
 * @returns the URL of its `package.json`, for `createRequire`; undefined when it cannot be installed
 */
export function installNodePackage(name: string, version: string): URL | undefined {
  const folder = cacheFolder('npm', `${name}-${version}`)
  const packageJson = join(folder, 'node_modules', name, 'package.json')
  if (!existsSync(packageJson)) {
    console.error(`bench: ${name}@${version} is installed, once, in ${folder}`)
    const command = [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `${name}@${version}`,
    ]
    spawnSync('npm', command, { stdio: 'ignore', shell: process.platform === 'win32' })
  }
  return existsSync(packageJson) ? pathToFileURL(packageJson) : undefined
}
