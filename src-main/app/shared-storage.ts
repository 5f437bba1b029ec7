import type { Secrets } from '../platform/secrets.ts'
import { makeFolder, openStorage, type Storage } from '../storage/index.ts'
import { openTeamDatabase, type TeamChoice } from '../team/index.ts'

interface SharedOptions extends Omit<Parameters<typeof openStorage>[0], 'team'> {
  team?: TeamChoice | undefined
  secrets: Secrets
}

/** Opens the storage of a workspace, and before it the database of its team, if it has one. */
export async function openShared({
  team: choice,
  secrets,
  ...options
}: SharedOptions): Promise<{ storage: Storage; closeTeam: () => Promise<void> }> {
  const { directory, log } = options
  if (choice) makeFolder(directory)
  const team = await openTeamDatabase({ directory, secrets, choice, log })
  if (!team) return { storage: await openStorage(options), closeTeam: async () => undefined }
  try {
    const storage = await openStorage({ ...options, team: team.address })
    await team.keep()
    return { storage, closeTeam: team.close }
  } catch (error) {
    await team.close()
    throw error
  }
}
