/**
 * The file of settings, which a person can carry to another computer, and the changes that it or a reset would
 * make. Both are derived from the tables of settings (settings.ts): only settings with a label take part.
 */
import * as z from 'zod'
import { PlainError } from '../plain-error.ts'
import { say } from '../texts/say.ts'
import {
  computerSettings,
  type SettingDescriptions,
  type SettingSection,
  settingSections,
  workspaceSettings,
} from './settings.ts'

const format = 'catalog-desk-settings'
const version = 1
/** Maximum characters of a file of settings. A usual one has less than 3,000. */
export const maxSettingsText = 256 * 1024
/** Maximum number of refused settings that are named. */
const maxRefused = 20

const tables = { computer: computerSettings, workspace: workspaceSettings } as const
type SettingScope = keyof typeof tables
/** Values by scope and name; only those that a file has. */
export type ChosenSettings = Record<SettingScope, Record<string, unknown>>

/** What is never in the file of settings, in words. */
export const leftOutOfSettings = [
  say`The connection to the service, its password, and the size of feeds`,
  say`The passwords of the local API and of a proxy`,
  say`Requirement profiles, and the plan of backups with its folder`,
]

/** A change that an import or a reset makes. */
interface SettingChange {
  scope: SettingScope
  name: string
  section: SettingSection
  label: string
  /** The part of the setting that changes, if it has several. */
  part?: string
  /** Values in the words of their control, or in short form. */
  before: string
  after: string
}

export interface SettingsPreview {
  changes: SettingChange[]
  /** Why parts of the file are not used: one sentence for each. */
  refused: string[]
}

export interface AppliedSettings extends SettingsPreview {
  /** The settings before, as a file: importing it undoes the changes. */
  undo: string
}

/** A file of settings, or a section to reset. */
export const settingsSource = z.union([
  z.object({
    text: z
      .string()
      .max(
        maxSettingsText,
        say`The file is larger than 256 KiB, which no file of settings is. Choose a file that was saved with “Export settings”.`,
      ),
  }),
  z.object({ section: z.enum(settingSections) }),
])
export type SettingsSource = z.infer<typeof settingsSource>

/** All settings with a label: scope, name and description. */
const shownSettings = (Object.keys(tables) as SettingScope[]).flatMap((scope) =>
  Object.entries(tables[scope] as SettingDescriptions).flatMap(([name, { schema, initial, shown }]) =>
    shown ? [{ scope, name, schema, initial, ...shown }] : [],
  ),
)

/** The text of a file with these settings. @param facts when and by which version the file is made */
export function settingsText(current: ChosenSettings, facts: { madeAt: string; madeBy: string }): string {
  const settings: ChosenSettings = { computer: {}, workspace: {} }
  for (const { scope, name } of shownSettings) settings[scope][name] = current[scope][name]
  return `${JSON.stringify({ format, version, ...facts, leftOut: leftOutOfSettings, settings }, undefined, 2)}\n`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a file of settings. A setting that is unknown or does not match is refused with a sentence.
 * @throws PlainError `NOT_SETTINGS` or `NEWER` if the file as a whole cannot be used
 */
export function readSettingsText(text: string): { chosen: ChosenSettings; refused: string[] } {
  let file: unknown
  try {
    file = text.length <= maxSettingsText ? JSON.parse(text.replace(/^\uFEFF/, '')) : undefined
  } catch {
    file = undefined
  }
  if (!isObject(file) || file['format'] !== format || !isObject(file['settings']))
    throw new PlainError(
      'NOT_SETTINGS',
      say`This is no file of settings of Catalog Desk. Choose a file that was saved with “Export settings”.`,
    )
  if (file['version'] !== version)
    throw new PlainError(
      'NEWER',
      say`A newer version of Catalog Desk made this file of settings. Nothing was changed. Update Catalog Desk, or export the settings with this version.`,
    )
  const chosen: ChosenSettings = { computer: {}, workspace: {} }
  const refused: string[] = []
  for (const [scope, values] of Object.entries(file['settings']))
    for (const [name, value] of isObject(values) ? Object.entries(values) : [[scope, values] as const]) {
      const place = `settings.${scope}.${name}`.slice(0, 200)
      const known = shownSettings.find((one) => one.scope === scope && one.name === name)
      if (!known) {
        refused.push(say`${place} is not used: this version has no such setting.`)
        continue
      }
      const { data, success, error } = known.schema.safeParse(value)
      if (success) chosen[known.scope][name] = data
      else {
        const reason = error.issues[0]?.message ?? ''
        refused.push(
          say`${place} is not used: its value does not fit (${reason}). Correct it in the file, or choose “${known.label}” on the screen.`,
        )
      }
    }
  const more = refused.length - maxRefused
  return {
    chosen,
    refused: more > 0 ? [...refused.slice(0, maxRefused), say`${more} more are not used.`] : refused,
  }
}

/** The defaults of a section. */
export function defaultsOf(section: SettingSection): ChosenSettings {
  const chosen: ChosenSettings = { computer: {}, workspace: {} }
  for (const one of shownSettings) if (one.section === section) chosen[one.scope][one.name] = one.initial
  return chosen
}

/** The settings that would change, in the order of the tables; of an object, the parts that differ. */
export const changesTo = (current: ChosenSettings, chosen: ChosenSettings): SettingChange[] =>
  shownSettings.flatMap(({ scope, name, section, label, words = inWords, parts = {} }) => {
    if (!Object.hasOwn(chosen[scope], name)) return []
    const [before, after] = [current[scope][name], chosen[scope][name]]
    if (JSON.stringify(before) === JSON.stringify(after)) return []
    const change = { scope, name, section, label }
    if (!isObject(before) || !isObject(after))
      return [{ ...change, before: words(before), after: words(after) }]
    return differingParts(before, after).map(({ path, values: [old, next] }) => {
      const { label: part = path, words: partWords = inWords } = parts[path] ?? {}
      return { ...change, part, before: partWords(old), after: partWords(next) }
    })
  })

interface DifferingPart {
  /** Names of the members, separated by dots. */
  path: string
  values: [before: unknown, after: unknown]
}

function differingParts(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  prefix = '',
): DifferingPart[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const [old, next] = [before[name], after[name]]
    if (JSON.stringify(old) === JSON.stringify(next)) return []
    const path = `${prefix}${name}`
    // The layout of the draft grid is deep; its inner parts say nothing to a person.
    if (prefix === '' && isObject(old) && isObject(next)) return differingParts(old, next, `${path}.`)
    return [{ path, values: [old, next] }]
  })
}

const maxWords = 80

function inWords(value: unknown): string {
  if (value === undefined || value === null) return '–'
  if (typeof value === 'boolean') return value ? say`On` : say`Off`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxWords ? `${text.slice(0, maxWords)}…` : text
}
