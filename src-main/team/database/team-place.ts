/** Which database the team of a workspace has: a file in the folder of the workspace says so. */

import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { isNodeError } from '../../platform/files/file-error.ts'
import { writeFileAtomic } from '../../platform/files/private-files.ts'

const teamFile = 'team.json'
/** Folder of a server of the program's own, in the folder of the workspace. */
const teamFolder = 'team'

const placeSchema = z.union([
  /** A server of the program's own, with its files in this folder. */
  z.object({ folder: z.string() }),
  /** Address of a database, without the password. */
  z.object({ url: z.string() }),
])
export type TeamPlace = z.infer<typeof placeSchema>

/**
 * The place of a new server of the program's own. PostgreSQL does not run under the administrator's account,
 * and the account that it runs under then cannot look into the folder of the workspace.
 */
export const embeddedPlace = (directory: string): TeamPlace => ({
  folder:
    process.getuid?.() === 0
      ? `/var/lib/catalog-desk-team-${createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 16)}`
      : join(resolve(directory), teamFolder),
})

/**
 * Splits the address of a database into a place and its password.
 * @throws PlainError `TEAM_ADDRESS` if it is no such address
 */
export function parseTeamAddress(text: string): { place: { url: string }; password?: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '' || url.pathname.length < 2)
    throw new PlainError(
      'TEAM_ADDRESS',
      say`The address of a team's database is postgres://USER@HOST:PORT/DATABASE, with TLS when it is on another computer: add ?sslmode=verify-full.`,
    )
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { place: { url: url.href }, ...(password !== '' && { password }) }
}

/** The database of a workspace's team; undefined without a team. @throws PlainError `TEAM_NOTE` */
export async function readTeamPlace(directory: string): Promise<TeamPlace | undefined> {
  const file = join(directory, teamFile)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return undefined
    throw error
  }
  try {
    return placeSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new PlainError(
      'TEAM_NOTE',
      say`${file} is damaged. It says which database the team of this workspace has. Restore the file, or remove it and name the database again.`,
      { cause },
    )
  }
}

export const writeTeamPlace = (directory: string, place: TeamPlace): Promise<void> =>
  writeFileAtomic(join(directory, teamFile), `${JSON.stringify(place, undefined, 2)}\n`)

export const removeTeamPlace = (directory: string): Promise<void> =>
  rm(join(directory, teamFile), { force: true })

/** A place in words, without secrets. */
export const teamPlaceWords = (place: TeamPlace): string =>
  'url' in place ? place.url : say`its own database in ${place.folder}`
