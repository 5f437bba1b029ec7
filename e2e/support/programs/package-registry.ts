import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

/**
 * A package of the lock file: its installed manifest if it is installed here, otherwise its entry in the lock
 * file.
 */
interface Locked {
  manifest: { name: string; version: string }
  /** The folder with its files; undefined for a package of another system. */
  folder?: string
}

function lockedPackages(): Map<string, Locked[]> {
  const lock = JSON.parse(readFileSync(join(projectDirectory, 'package-lock.json'), 'utf8'))
  const byName = new Map<string, Locked[]>()
  for (const [path, entry] of Object.entries<{ version: string }>(lock.packages)) {
    const name = path.split('node_modules/').at(-1)
    if (!name) continue
    const folder = join(projectDirectory, path)
    const locked: Locked = existsSync(join(folder, 'package.json'))
      ? { manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), folder }
      : { manifest: { ...entry, name } }
    byName.set(name, [...(byName.get(name) ?? []), locked])
  }
  return byName
}

/**
 * An npm registry on 127.0.0.1 with the packages installed in this checkout, so that npm installs without a
 * network.
 */
export async function packageRegistry(): Promise<{ address: string; close(): void }> {
  const packages = lockedPackages()
  const server = createServer((request, response) => {
    const [name = '', tarball] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/')
    const known = packages.get(name)
    const found = known?.find(({ manifest, folder }) => folder && tarball === `${manifest.version}.tar`)
    if (found?.folder) {
      // npm accepts uncompressed archives too.
      const { folder } = found
      const options = ['--exclude=node_modules', '-C', dirname(folder), basename(folder)]
      spawn('tar', ['-cf', '-', ...options], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout.pipe(response)
      return
    }
    if (!known || tarball) {
      response.writeHead(404).end('{}')
      return
    }
    // For an installed package, only versions that can be served are listed.
    const here = known.filter(({ folder }) => folder)
    const versions = (here.length > 0 ? here : known).map(({ manifest }) => ({
      ...manifest,
      dist: { tarball: `${address}/${name}/-/${manifest.version}.tar` },
    }))
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: versions[0]?.version },
        versions: Object.fromEntries(versions.map((version) => [version.version, version])),
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
