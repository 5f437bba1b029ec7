import { startDesk } from './programs/desk.ts'
import { callsOf } from './rpc.ts'

/**
 * Limits a workspace to one picture per item, because downloading all pictures takes most of the time of a
 * sync.
 */
export async function keepFrontPictures(directory: string): Promise<void> {
  const running = await startDesk('--data', directory)
  try {
    const calls = await callsOf(running.ui)
    await calls.media.setChoice({ views: 'front', longestSide: null, quota: null })
  } finally {
    await running.stop()
  }
}
