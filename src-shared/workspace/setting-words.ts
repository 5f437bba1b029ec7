/** The words of settings, the same on the screens and in the list of changes of an import or a reset. */
import type { EvidenceMode } from '../evidence/model.ts'
import { counted, say } from '../texts/say.ts'
import { languageNames } from './languages.ts'
import type { StartScreen, ThemeChoice } from './model.ts'

export const themeWords: Record<ThemeChoice, string> = {
  system: say`Follow the system`,
  light: say`Light`,
  dark: say`Dark`,
}

export const startScreenWords: Record<StartScreen, string> = {
  catalog: say`Catalog`,
  quality: say`Quality, what waits for you`,
}

export const languageWords: Readonly<Record<string, string>> = {
  system: say`Follow the system`,
  ...languageNames,
}

export const evidenceModeWords: Record<EvidenceMode, string> = {
  off: say`Off`,
  'on-demand': say`On request`,
  background: say`In the background`,
}

/** A part of a setting that is an object: the label of its control, and its value in words. */
export interface SettingPart {
  label: string
  words?: ((value: unknown) => string) | undefined
}

/** The parts of `localApi`, of `pictures` and of `sync`; those of an inner object with its name before a dot. */
export const localApiParts: Readonly<Record<string, SettingPart>> = {
  enabled: { label: say`Local API running` },
  port: { label: say`Port` },
  scheme: { label: say`Protocol`, words: (scheme) => String(scheme) },
}
export const pictureParts: Readonly<Record<string, SettingPart>> = {
  views: {
    label: say`Views of each item`,
    words: choiceWords({ front: say`Front only`, sides: say`Front, left and right`, all: say`All` }),
  },
  longestSide: {
    label: say`Size`,
    words: (side) => (typeof side === 'number' ? say`At most ${side} pixels` : say`Original`),
  },
  quota: {
    label: say`Space on this computer`,
    words(bytes) {
      if (typeof bytes !== 'number') return say`No limit`
      const gigabytes = bytes / 1_000_000_000
      return say`At most ${gigabytes} GB`
    },
  },
}
export const syncParts: Readonly<Record<string, SettingPart>> = {
  concurrency: { label: say`Calls at the same time` },
  'schedule.everyMinutes': {
    label: say`At regular times`,
    words: (minutes) => (typeof minutes === 'number' ? say`Every ${counted(minutes, 'minute')}` : say`Never`),
  },
  'schedule.onStart': { label: say`When the program starts` },
  'schedule.onOnline': { label: say`When the service can be reached again` },
  pauseOnBattery: { label: say`Wait while on battery` },
  pauseOnMetered: { label: say`Wait on metered connections` },
}

/** The words of a choice; a value without words is returned as it is. */
export function choiceWords(table: Readonly<Record<string, string>>): (value: unknown) => string {
  return (value) => table[String(value)] ?? String(value)
}
