/** The state of the outbox on the icon of the app. */
import { app, BrowserWindow, type NativeImage, nativeImage } from 'electron'
import { say } from '../../../../src-shared/texts/say.ts'
import type { Speak } from '../texts.ts'
import { badgePixels, badgeSize } from './badge-pixels.ts'
import type { WorkState } from './work-state.ts'

/** The state in words, such as `Need you: 2`; a number of 0 is left out. */
export const badgeWords = (speak: Speak, { needsYou, waiting }: WorkState): string[] => [
  ...(needsYou > 0 ? [speak(say`Need you: ${needsYou}`)] : []),
  ...(waiting > 0 ? [speak(say`Waiting to be sent: ${waiting}`)] : []),
]

/**
 * Shows the number of entries that need a person on the icon, on macOS and some Linux desktops. Windows has no
 * such number: its task bar shows a picture of it, or a dot while feeds wait.
 */
export function showBadge(speak: Speak, work: WorkState): void {
  app.setBadgeCount(work.needsYou)
  if (process.platform !== 'win32') return
  const words = badgeWords(speak, work)
  const picture = words.length > 0 ? pictureOf(work.needsYou) : null
  for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(picture, words.join(', '))
}

const pictureOf = (count: number): NativeImage =>
  nativeImage.createFromBitmap(badgePixels(count), { width: badgeSize, height: badgeSize, scaleFactor: 2 })
