import { join } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Secrets } from '../platform/secrets.ts'
import {
  acquireProcessLock,
  compareWithTeam,
  databaseFile,
  leaveTeam,
  type TeamCounts,
} from '../storage/index.ts'
import { openTeamDatabase } from './database/open-team-database.ts'
import { removeTeamPlace, teamPlaceWords } from './database/team-place.ts'

interface MemberOptions {
  directory: string
  /** Entry module of a storage thread. */
  thread: URL
  secrets: Secrets
}

export interface TeamState {
  /** Where the database of the team is, without its password. */
  database: string
  /** Numbers of shared rows by table, the same here and there. */
  rows: TeamCounts
}

/** Compares a workspace with its team. @throws PlainError `NO_TEAM`, or if the rows are not the same */
export const teamState = (options: MemberOptions): Promise<TeamState> => withTeam(options, compareWithTeam)

/**
 * Ends the membership of a workspace, after its rows were compared; the database of the team is not changed.
 * @throws PlainError
 */
export const leaveTeamOf = (options: MemberOptions): Promise<TeamState> =>
  withTeam(options, async (membership) => {
    // The lock is that of the outbox, which every program holds that serves the workspace.
    const lock = acquireProcessLock(options.directory, 'outbox')
    if (!lock)
      throw new PlainError('locked', say`Another program has this workspace open. End it, and try again.`)
    try {
      const rows = leaveTeam(membership)
      await removeTeamPlace(options.directory)
      return rows
    } finally {
      lock.release()
    }
  })

async function withTeam(
  { directory, thread, secrets }: MemberOptions,
  use: (membership: Parameters<typeof leaveTeam>[0]) => TeamCounts | Promise<TeamCounts>,
): Promise<TeamState> {
  const team = await openTeamDatabase({ directory, secrets })
  if (!team) throw new PlainError('NO_TEAM', say`This workspace belongs to no team.`)
  try {
    const rows = await use({ path: join(directory, databaseFile), thread, address: team.address })
    return { database: teamPlaceWords(team.place), rows }
  } finally {
    await team.close()
  }
}
