import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

/**
 * Plants a secret in the places of this checkout where development or a person may leave one, while a package
 * is made.
 * @returns the secret
 */
export async function withPlantedSecret(make: () => Promise<void>): Promise<string> {
  const secret = `planted-${randomUUID()}`
  // Each entry is removed completely afterwards: a file, or a folder with the file in it.
  const places: [removed: string, file?: string][] = [
    [`out/dev/${secret}`, 'home/computer.key'],
    [`out/dev/workspace-${secret}`, 'secrets.json'],
    [`out/${secret}.key`],
    [`out/main/${secret}.json`],
    [`out/main/chunks/${secret}.key`],
    [`out/preload/${secret}.env`],
    [`resources/${secret}.key`],
    [`resources/fonts/.${secret}`, 'key'],
    [`e2e/.${secret}`],
    [`.env.${secret}`],
    [`node_modules/.${secret}`, 'token'],
  ]
  try {
    for (const [place, file = ''] of places) {
      const path = join(projectDirectory, place, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, secret)
    }
    await make()
  } finally {
    for (const [place] of places) rmSync(join(projectDirectory, place), { recursive: true, force: true })
  }
  return secret
}
