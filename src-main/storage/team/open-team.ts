import { PlainError } from '../../../src-shared/plain-error.ts'
import type { ChangeBatch } from '../../../src-shared/rpc/changes.ts'
import type { Database } from '../store.ts'
import { openTeamClient } from './commit-client.ts'
import { openTeamCommits, type TeamCommits } from './team-commits.ts'
import type { TeamAddress } from './team-database.ts'

/** The team of a writer thread. */
export interface TeamOfThread {
  address: TeamAddress
  /** Names this process among the hosts of the team. */
  host: string
  /** Address of the entry module of the threads. */
  entry: string
}

/**
 * Joins the team of a workspace. Without its database, a workspace that has joined earlier is opened for
 * reading.
 * @throws PlainError
 */
export function openTeam(
  db: Database,
  { address, host, entry }: TeamOfThread,
  publish: (batch: ChangeBatch) => void,
): TeamCommits {
  const client = openTeamClient(new URL(entry), address)
  const commits = openTeamCommits(db, client, { host, publish })
  try {
    commits.join()
  } catch (error) {
    if (commits.hasJoined() && error instanceof PlainError && error.code === 'TEAM_UNREACHABLE')
      return commits
    commits.close()
    throw error
  }
  return commits
}
