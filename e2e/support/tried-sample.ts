import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startDesk } from './desk.ts'
import { callsOf } from './rpc.ts'

/** Names the folder of this run's samples; every worker of the run inherits it. */
export const samplesVariable = 'CATALOG_DESK_TEST_SAMPLES'

interface TriedSample {
  /** The workspace; its sample service lies in it. */
  data: string
  /** The computer's own folder, whose key opens the passwords in the workspace. */
  home: string
}

/**
 * A workspace that has tried the sample: the real program started it, and its first sync, with all pictures, is over.
 * That sync takes longer than most journeys, so it is made once for each of the places (`parallelIndex`) where journeys
 * run side by side, and copied. Not once for all: a sample service comes back on the port it had.
 */
export async function triedSample(place: number): Promise<TriedSample> {
  const folder = join(process.env[samplesVariable] ?? '', `place-${place}`)
  if (!existsSync(folder)) {
    const making = `${folder}.making`
    // Of a worker that was ended while it made one.
    rmSync(making, { recursive: true, force: true })
    await trySample({ data: join(making, 'data'), home: join(making, 'home') })
    renameSync(making, folder)
  }
  return { data: join(folder, 'data'), home: join(folder, 'home') }
}

async function trySample({ data, home }: TriedSample): Promise<void> {
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
  // The copies lie elsewhere: to the computer of a journey this workspace is not known.
  rmSync(join(home, 'workspaces.json'), { force: true })
}
