/** Where the window is on this computer's displays. It is stored, so that the next start opens it there. */
import { join } from 'node:path'
import { type BrowserWindow, type Rectangle, screen } from 'electron'
import * as z from 'zod'
import { homeDirectory } from '../../platform/files/home.ts'
import { settingFile } from '../../platform/settings.ts'

/** Size of the first window, in device-independent pixels. */
const initialSize = { width: 1440, height: 920 }
export const minSize = { width: 960, height: 620 }
/** Milliseconds without a further movement after which a place is stored. */
const settleTime = 500
/** The part of the title bar that must be on a display, so that the person can drag the window. */
const handle = { width: 120, height: 30 }

const storedPlace = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(minSize.width).max(32_767),
  height: z.int().min(minSize.height).max(32_767),
  state: z.enum(['normal', 'maximized', 'full screen']),
})
/** Bounds of the window when it is neither maximized nor full screen, and its state. */
export type WindowPlace = z.output<typeof storedPlace>

const placeFile = () => settingFile(join(homeDirectory(), 'window.json'))

/**
 * Fits a stored place to the displays of now: a window on a display that is gone is centered on the primary
 * one, and no window is larger than its display.
 * @param workAreas of the displays, the primary one first
 */
export function fitPlace(place: WindowPlace, workAreas: readonly Rectangle[]): WindowPlace {
  const { x, y, state } = place
  const reachable =
    x !== undefined && y !== undefined
      ? workAreas.find(
          (area) =>
            x + place.width >= area.x + handle.width &&
            x <= area.x + area.width - handle.width &&
            y >= area.y &&
            y <= area.y + area.height - handle.height,
        )
      : undefined
  const area = reachable ?? workAreas[0]
  if (!area) return { ...initialSize, state }
  const width = Math.max(minSize.width, Math.min(place.width, area.width))
  const height = Math.max(minSize.height, Math.min(place.height, area.height))
  return reachable ? { x, y, width, height, state } : { width, height, state }
}

/** The stored place, fitted to the displays; the initial size if none is stored or it cannot be read. */
export async function readPlace(): Promise<WindowPlace> {
  const stored = storedPlace.safeParse(await placeFile().read())
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  const place = stored.success ? stored.data : { ...initialSize, state: 'normal' as const }
  return fitPlace(
    place,
    [primary, ...others].map(({ workArea }) => workArea),
  )
}

/** Stores the place of a window whenever it settles, and when the window closes. */
export function keepPlace(window: BrowserWindow): void {
  const file = placeFile()
  let timer: NodeJS.Timeout | undefined
  const store = (): void => {
    clearTimeout(timer)
    const state = window.isFullScreen() ? 'full screen' : window.isMaximized() ? 'maximized' : 'normal'
    // The place of a window is no reason to disturb anybody: a full disk loses only this.
    file.write({ ...window.getNormalBounds(), state } satisfies WindowPlace).catch(() => {})
  }
  const storeSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(store, settleTime)
  }
  window.on('resize', storeSoon)
  window.on('move', storeSoon)
  window.on('maximize', storeSoon)
  window.on('unmaximize', storeSoon)
  window.on('enter-full-screen', storeSoon)
  window.on('leave-full-screen', storeSoon)
  window.once('close', store)
}
