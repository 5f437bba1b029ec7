/**
 * All settings, each declared once with its schema and its default. The name of a setting is its key in the
 * store. A new setting takes a line here and a control on a screen. A setting with a label can be reset and is
 * part of the file of settings (settings-file.ts).
 */
import * as z from 'zod'
import { type BackupPlan, backupPlan } from '../backup/model.ts'
import { catalogChoices, catalogPlace } from '../catalog/screen.ts'
import { firstDefaultId, serviceProfileId } from '../completeness/model.ts'
import { evidenceModes } from '../evidence/model.ts'
import { gridLayouts } from '../feeds/draft/grid-layout.ts'
import { localApiConditions } from '../local-api/conditions.ts'
import { localApiSchemes } from '../local-api/model.ts'
import { defaultPictureChoice, pictureChoice } from '../media/model.ts'
import { type Market, markets, marketWords } from '../nutrition/model.ts'
import { syncSettings } from '../sync/model.ts'
import { say } from '../texts/say.ts'
import { feedLimits } from '../vocabulary/kit/limits.ts'
import { languageChoices } from './languages.ts'
import { logLevels, startScreens, themeChoices, workspaceRoles } from './model.ts'
import {
  choiceWords,
  evidenceModeWords,
  languageWords,
  localApiParts,
  pictureParts,
  type SettingPart,
  startScreenWords,
  syncParts,
  themeWords,
} from './setting-words.ts'

/**
 * A setting: its schema, and its default, which also replaces a stored value that does not match the
 * schema.
 */
interface SettingDescription<Schema extends z.ZodType = z.ZodType> {
  schema: Schema
  initial: z.output<Schema>
  /** Absent for state that no person chooses, and for what may not leave the workspace. */
  shown?: ShownSetting | undefined
}

/** Sections of settings that can be reset. */
export const settingSections = [
  'appearance',
  'window',
  'keys',
  'drafts',
  'pictures',
  'sync',
  'advanced',
] as const
export type SettingSection = (typeof settingSections)[number]

interface ShownSetting {
  section: SettingSection
  label: string
  /** A value in the words of its control. Default: `On` and `Off`, or the value itself. */
  words?: ((value: unknown) => string) | undefined
  /** The parts of an object with a control each. */
  parts?: Readonly<Record<string, SettingPart>> | undefined
}
export type SettingDescriptions = Record<string, SettingDescription>
/** The values of a table of settings, by name. */
export type SettingValues<Table extends SettingDescriptions> = {
  [Name in keyof Table]: z.output<Table[Name]['schema']>
}

const setting = <Schema extends z.ZodType>(
  schema: Schema,
  initial: z.output<Schema>,
  shown?: ShownSetting,
): SettingDescription<Schema> => ({ schema, initial, shown })

/**
 * Maximum size of one feed; a larger one is sent as several feeds that are tracked as one. An item is never
 * split.
 */
export const feedSize = z.object({
  items: z.int().min(1).max(feedLimits.items),
  bytes: z.int().min(1024).max(feedLimits.documentBytes),
})
export type FeedSize = z.output<typeof feedSize>
/** Default of a connection. */
export const initialFeedSize: FeedSize = { items: 1000, bytes: feedLimits.documentBytes }

/** The connection of a workspace to a Catalog Data Service. */
const connection = z.object({
  /** Base address without a version. */
  address: z.string(),
  username: z.string(),
  /** `{ns}` of the specification. */
  namespaceBase: z.string(),
  /** Hosts that pictures may be fetched from, in addition to the service itself. */
  mediaHosts: z.array(z.string()),
  feedSize: feedSize.default(initialFeedSize),
  /** The person accepted that others can read data sent to this address. */
  plainHttpAllowed: z.literal(true).optional(),
})
export type Connection = z.output<typeof connection>

/** State of screens, stored in the workspace. The user interface reads and sets all of them. */
export const screenSettings = {
  catalogChoices: setting(catalogChoices, catalogChoices.parse({})),
  catalogPlace: setting(catalogPlace, catalogPlace.parse({})),
}
export type ScreenSettings = SettingValues<typeof screenSettings>

/** The settings in the database of a workspace, which are copied with its folder. */
export const workspaceSettings = {
  ...screenSettings,
  role: setting(z.enum(workspaceRoles), 'new'),
  connection: setting(connection.optional(), undefined),
  /** The local API. Its address is the same at every start. `enabled`: it starts with the program. */
  localApi: setting(
    z.object({
      enabled: z.boolean(),
      port: z.int().min(0).max(65535),
      scheme: z.enum(localApiSchemes).default('http'),
    }),
    { enabled: true, port: 8642, scheme: 'http' },
    { section: 'advanced', label: say`Local API`, parts: localApiParts },
  ),
  /** The simulated limits and faults of the local API. */
  localApiConditions: setting(localApiConditions.partial(), {}),
  /** The built-in sample service, if this workspace is connected to it. */
  sampleService: setting(z.object({ running: z.boolean(), port: z.int() }).optional(), undefined),
  sync: setting(syncSettings, syncSettings.parse({}), {
    section: 'sync',
    label: say`Sync`,
    parts: syncParts,
  }),
  /** Which pictures are stored. */
  pictures: setting(pictureChoice, defaultPictureChoice, {
    section: 'pictures',
    label: say`Pictures on this computer`,
    parts: pictureParts,
  }),
  /** When stored pictures are read for evidence. */
  evidence: setting(z.enum(evidenceModes), 'on-demand', {
    section: 'pictures',
    label: say`Read codes and text in pictures`,
    words: choiceWords(evidenceModeWords),
  }),
  /** Whether stored pictures still have to be adjusted to that choice. */
  'pictures-unfitted': setting(z.boolean(), false),
  /**
   * Identifiers of requirement profiles: the one that items are scored by, and the requirements of the
   * connected service.
   */
  profiles: setting(z.object({ defaultId: z.string(), serviceId: z.string() }), {
    defaultId: firstDefaultId,
    serviceId: serviceProfileId,
  }),
}
export type WorkspaceSettings = SettingValues<typeof workspaceSettings>

/** The settings of this computer, outside all workspaces. The user interface reads and sets all of them. */
export const computerSettings = {
  theme: setting(z.enum(themeChoices), 'system', {
    section: 'appearance',
    label: say`Theme`,
    words: choiceWords(themeWords),
  }),
  /** The screen shown at the start of the program. */
  startScreen: setting(z.enum(startScreens), 'catalog', {
    section: 'appearance',
    label: say`Opens with`,
    words: choiceWords(startScreenWords),
  }),
  /** Language of the interface. The log and the command line are in English. */
  language: setting(z.enum(languageChoices), 'system', {
    section: 'appearance',
    label: say`Language`,
    words: choiceWords(languageWords),
  }),
  /** The market whose reference intakes are used in the form of nutrition facts. */
  nutritionMarket: setting(z.enum(markets), 'fda', {
    section: 'drafts',
    label: say`Market of nutrition facts`,
    words: (market) =>
      markets.includes(market as Market) ? marketWords[market as Market].label : String(market),
  }),
  /** Layout of the draft grid: a preference of the person, not a part of the catalog. */
  feedGrids: setting(gridLayouts, {}, { section: 'drafts', label: say`Layout of the draft grid` }),
  /** Custom keys of commands, by command identifier, such as `G C` or `Mod+K`; empty: no keys. */
  shortcuts: setting(
    z.record(z.string().max(100), z.string().max(60)),
    {},
    { section: 'keys', label: say`Keys` },
  ),
  /** Whether the desktop app continues when its last window is closed, with an icon beside the clock. */
  keepsRunning: setting(z.boolean(), false, {
    section: 'window',
    label: say`Keep running when the last window is closed`,
  }),
  /** Whether the desktop app looks for updates by itself. */
  checksForUpdates: setting(z.boolean(), true, {
    section: 'window',
    label: say`Check for updates at the start and every day`,
  }),
  /** Dismissed first-use hints, which are not shown again. */
  hintsSeen: setting(z.array(z.string().max(60)).max(100), []),
  /**
   * Level of the log files; `info` when absent. It has no control on screen and is set in the file of these
   * settings.
   */
  logLevel: setting(z.enum(logLevels).optional(), undefined),
}
export type ComputerSettings = SettingValues<typeof computerSettings>

/** The label of a setting, for its control. */
export const settingLabel = (name: keyof ComputerSettings | keyof WorkspaceSettings): string => {
  const all: SettingDescriptions = { ...workspaceSettings, ...computerSettings }
  return all[name]?.shown?.label ?? name
}

/** No backups until a person sets a plan. */
const firstPlan: BackupPlan = { rhythm: 'off', keepDaily: 7, keepWeekly: 4 }

/**
 * The settings of this computer for each workspace on its list. The name of a workspace is stored in its
 * folder.
 */
export const workspaceEntry = {
  directory: setting(z.string(), ''),
  /** The role when the workspace was last open on this computer. */
  role: setting(z.enum(workspaceRoles), 'new'),
  items: setting(z.int().min(0), 0),
  /** ISO 8601 */
  lastOpenedAt: setting(z.string(), new Date(0).toISOString()),
  /** The backup plan. It belongs to the computer because its folder does. */
  backup: setting(backupPlan, firstPlan),
  /** The last backup folder used. If it is missing, its disk is disconnected, and it is not created again. */
  backupFolderUsed: setting(z.string().optional(), undefined),
}
export type NotedWorkspace = SettingValues<typeof workspaceEntry>

/**
 * Called for a stored value that does not match its schema, because it is damaged or from a newer version.
 */
type OnMisfit = (name: string, reason: string) => void

/** The value of a setting. A stored value that does not match is reported and replaced by the default. */
function settingValue<Schema extends z.ZodType>(
  name: string,
  { schema, initial }: SettingDescription<Schema>,
  kept: unknown,
  onInvalid: OnMisfit,
): z.output<Schema> {
  if (kept === undefined) return initial
  const { data, error } = schema.safeParse(kept)
  if (!error) return data as z.output<Schema>
  onInvalid(name, z.prettifyError(error))
  return initial
}

/** The values of a table. An invalid value does not affect the others. */
export function settingValues<Table extends SettingDescriptions>(
  table: Table,
  kept: Readonly<Record<string, unknown>>,
  onInvalid: OnMisfit,
): SettingValues<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([name, description]) => [
      name,
      settingValue(name, description, kept[name], onInvalid),
    ]),
  ) as SettingValues<Table>
}

/** The schema of a call that sets some values of a table. */
export function someSettings<Table extends SettingDescriptions>(table: Table) {
  const schemas = Object.fromEntries(
    Object.entries(table).map(([name, { schema }]) => [name, schema.optional()]),
  )
  return z.object(schemas) as unknown as z.ZodType<Partial<SettingValues<Table>>>
}
