/** Membership of a workspace in a team, for commands; these functions wait for the database. */

import { openDatabase } from '../open-database.ts'
import { refuseForeignSchema } from '../schema/check-schema.ts'
import { openTeamClient } from './commit-client.ts'
import { openTeamCommits, type TeamCommits } from './team-commits.ts'
import type { TeamAddress } from './team-database.ts'

interface Membership {
  /** The database file. */
  path: string
  /** Entry module of a storage thread. */
  thread: URL
  address: TeamAddress
}

/** Numbers of the team's rows by table. */
export type TeamCounts = Record<string, number>

/**
 * Fetches what other hosts have written, and compares the shared rows with those in the team's database.
 * @throws PlainError `TEAM_DIFFERS` if they are not the same
 */
export const compareWithTeam = (membership: Membership): TeamCounts => withCommits(membership, compared)

/**
 * Ends the membership: what the team has written stays in the workspace, as its own. The team's database is not
 * changed. No other program may have the workspace open.
 * @throws PlainError `TEAM_DIFFERS` if the rows are not the same; the workspace is still in the team then
 */
export const leaveTeam = (membership: Membership): TeamCounts =>
  withCommits(membership, (commits) => {
    const counts = compared(commits)
    commits.leave()
    return counts
  })

function compared(commits: TeamCommits): TeamCounts {
  commits.catchUp()
  return commits.compare()
}

function withCommits<T>({ path, thread, address }: Membership, use: (commits: TeamCommits) => T): T {
  const db = openDatabase(path)
  try {
    refuseForeignSchema(db)
    const client = openTeamClient(thread, address)
    try {
      return use(openTeamCommits(db, client, { host: '', publish: () => undefined }))
    } finally {
      client.close()
    }
  } finally {
    db.close()
  }
}
