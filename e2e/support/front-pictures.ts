import { startDesk } from './programs/desk.ts'
import { callsOf } from './rpc.ts'

/** Makes a workspace keep one picture of each item: all pictures take most of the time of a sync of the sample. */
export async function keepFrontPictures(directory: string): Promise<void> {
  const running = await startDesk('--data', directory)
  try {
    const calls = await callsOf(running.ui)
    await calls.media.setChoice({ views: 'front', longestSide: null, quota: null })
  } finally {
    await running.stop()
  }
}
