import { mkdir } from 'node:fs/promises'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { TeamAddress } from '../../storage/index.ts'
import {
  embeddedPlace,
  parseTeamAddress,
  readTeamPlace,
  type TeamPlace,
  teamPlaceWords,
  writeTeamPlace,
} from './team-place.ts'

/** Key of the database's password in the secrets of a workspace. */
const teamPasswordKey = 'team-database-password'

/** What a person wants: a team in this database, or in one of the program's own. */
export interface TeamChoice {
  url?: string | undefined
}

interface TeamDatabase {
  address: TeamAddress
  place: TeamPlace
  /** Notes that the workspace belongs to this team from now on. */
  keep(): Promise<void>
  close(): Promise<void>
}

interface OpenOptions {
  directory: string
  secrets: Secrets
  /** Absent: the team that the workspace has, if any. */
  choice?: TeamChoice | undefined
  log?: Logger | undefined
}

/**
 * The database of a workspace's team; starts it if it is the program's own. Undefined without a team.
 * @throws PlainError `TEAM_OTHER` if the workspace has another one
 */
export async function openTeamDatabase({
  directory,
  secrets,
  choice,
  log,
}: OpenOptions): Promise<TeamDatabase | undefined> {
  const noted = await readTeamPlace(directory)
  if (!noted && !choice) return undefined
  const chosen = choice?.url === undefined ? undefined : parseTeamAddress(choice.url)
  if (noted && chosen && !('url' in noted && noted.url === chosen.place.url))
    throw new PlainError(
      'TEAM_OTHER',
      say`This workspace belongs to the team in ${teamPlaceWords(noted)}. Leave it first: team leave.`,
    )
  const place = noted ?? chosen?.place ?? embeddedPlace(directory)
  const keep = async (): Promise<void> => {
    if (chosen?.password !== undefined) await secrets.set(teamPasswordKey, chosen.password)
    if (!noted) await writeTeamPlace(directory, place)
  }
  if ('url' in place) {
    const password = chosen?.password ?? (await secrets.get(teamPasswordKey))
    return { address: { url: place.url, password }, place, keep, close: async () => undefined }
  }
  await mkdir(directory, { recursive: true })
  const { openEmbeddedServer } = await import('./embedded-server.ts')
  const { url, close } = await openEmbeddedServer(place.folder, { log })
  return { address: { url }, place, keep, close }
}
