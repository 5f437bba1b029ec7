/** What the build says about updates: `resources/electron-builder.ts` writes it into the package.json of the app. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const facts = z.object({
  /** The folder on the server. */
  address: z.url({ protocol: /^https?$/ }),
  /** The Ed25519 key that signs what the server says, in base64 (SPKI, DER). Absent: it is not signed. */
  publicKey: z.base64().min(1).optional(),
})
export type UpdateFacts = z.output<typeof facts>

/** @returns undefined for a build that is not updated by itself */
export function updateFactsOf(appFolder: string): UpdateFacts | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'))
    return facts.safeParse(manifest.updates).data
  } catch {
    return undefined
  }
}
