/**
 * Signs what the update server says about the packages in a folder: `node resources/sign-updates.ts [FOLDER]`, which
 * `npm run package` runs for `dist`. `--new-key` prints a new pair of keys.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signatureEnding } from '../src-main/hosts/electron/updates/signature.ts'

interface Keys {
  /** Base64 of SPKI and PKCS8 in DER. */
  publicKey?: string | undefined
  privateKey?: string | undefined
}

export function newKeys(): Required<Record<keyof Keys, string>> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
}

/**
 * Writes a signature beside each `latest*.yml`. @returns the signed files
 * @throws Error if apps with the public key would refuse the updates
 */
export function signUpdates(folder: string, { publicKey, privateKey }: Keys): string[] {
  const files = globSync('latest*.yml', { cwd: folder })
  if (files.length === 0 || (!publicKey && !privateKey)) return []
  if (!privateKey)
    throw new Error(
      `${files.join(', ')} in ${folder} are not signed, and apps with CATALOG_DESK_UPDATE_KEY refuse them. Set CATALOG_DESK_UPDATE_PRIVATE_KEY and run node resources/sign-updates.ts.`,
    )
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  if (publicKey && own !== publicKey)
    throw new Error('CATALOG_DESK_UPDATE_PRIVATE_KEY does not belong to CATALOG_DESK_UPDATE_KEY.')
  for (const file of files) {
    const path = join(folder, file)
    writeFileSync(path + signatureEnding, `${sign(null, readFileSync(path), key).toString('base64')}\n`)
  }
  return files
}

if (import.meta.main) {
  const [argument = 'dist'] = process.argv.slice(2)
  if (argument === '--new-key') {
    const { publicKey, privateKey } = newKeys()
    process.stdout.write(
      `CATALOG_DESK_UPDATE_KEY=${publicKey}\nCATALOG_DESK_UPDATE_PRIVATE_KEY=${privateKey}\n`,
    )
  } else {
    const { CATALOG_DESK_UPDATE_KEY: publicKey, CATALOG_DESK_UPDATE_PRIVATE_KEY: privateKey } = process.env
    for (const file of signUpdates(argument, { publicKey, privateKey }))
      process.stdout.write(`Signed ${file}\n`)
  }
}
