import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startDesk } from './programs/desk.ts'
import { callsOf } from './rpc.ts'
import { samplesVariable } from './suite/journeys-setup.ts'

interface SyncedSample {
  /** The folder of the workspace, including its sample service. */
  data: string
  /** The home folder of the computer; its key decrypts the passwords in the workspace. */
  home: string
}

/**
 * Returns a workspace with the sample and a completed first sync, including all pictures, made by the real
 * program. That sync takes longer than most journeys, so each parallel worker slot (`parallelIndex`) creates
 * one workspace and copies it. Slots cannot share one, because a sample service always uses the same port.
 */
export async function syncedSample(slot: number): Promise<SyncedSample> {
  const folder = join(process.env[samplesVariable] ?? '', `place-${slot}`)
  if (!existsSync(folder)) {
    const making = `${folder}.making`
    // A stopped worker may have left an unfinished workspace.
    rmSync(making, { recursive: true, force: true })
    await trySample({ data: join(making, 'data'), home: join(making, 'home') })
    renameSync(making, folder)
  }
  return { data: join(folder, 'data'), home: join(folder, 'home') }
}

async function trySample({ data, home }: SyncedSample): Promise<void> {
  process.env['CATALOG_DESK_HOME'] = home
  const desk = await startDesk('--data', data)
  try {
    const calls = await callsOf(desk.ui)
    await calls.workspace.startSample()
    for (;;) {
      const [run] = (await calls.sync.state()).history
      if (run?.outcome === 'completed') break
      if (run && run.outcome !== 'running') throw new Error(`The sample was not synced: ${run.note}`)
      await delay(100)
    }
  } finally {
    await desk.stop()
  }
  // Journeys use copies in other folders, so the list of known workspaces must not contain this one.
  rmSync(join(home, 'workspaces.json'), { force: true })
}
