/** The accent color that the person chose in the system. */
import { systemPreferences } from 'electron'

/** The accent color as six hexadecimal digits; undefined if the system reports none. */
export function accentColor(): string | undefined {
  try {
    // Electron reports red, green, blue and opacity.
    return /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(systemPreferences.getAccentColor())?.[1]
  } catch {
    // Some Linux desktops have no accent color.
    return undefined
  }
}

/** Calls the listener after each change. */
export function watchAccent(listener: () => void): void {
  if (process.platform === 'darwin')
    systemPreferences.subscribeNotification('AppleColorPreferencesChangedNotification', () => listener())
  else systemPreferences.on('accent-color-changed', () => listener())
}
