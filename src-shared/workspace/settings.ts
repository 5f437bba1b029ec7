/**
 * All settings, each described once by its schema and its default. The name of a setting is its key in the store. A new
 * setting is a line here and a control on a screen.
 */
import * as z from 'zod'
import { type BackupPlan, backupPlan } from '../backup/model.ts'
import { catalogChoices, catalogPlace } from '../catalog/screen.ts'
import { firstDefaultId, serviceProfileId } from '../completeness/model.ts'
import { gridLayouts } from '../feeds/draft/grid-layout.ts'
import { localApiConditions } from '../local-api/conditions.ts'
import { localApiSchemes } from '../local-api/model.ts'
import { defaultPictureChoice, pictureChoice } from '../media/model.ts'
import { markets } from '../nutrition/model.ts'
import { syncSettings } from '../sync/model.ts'
import { feedLimits } from '../vocabulary/kit/limits.ts'
import { languageChoices } from './languages.ts'
import { logLevels, startScreens, themeChoices, workspaceRoles } from './model.ts'

/** One setting: its schema, and its default, which also replaces a stored value that does not fit the schema. */
interface SettingDescription<Schema extends z.ZodType = z.ZodType> {
  schema: Schema
  initial: z.output<Schema>
}
export type SettingDescriptions = Record<string, SettingDescription>
/** The value of each setting of a table. */
export type SettingValues<Table extends SettingDescriptions> = {
  [Name in keyof Table]: z.output<Table[Name]['schema']>
}

const setting = <Schema extends z.ZodType>(
  schema: Schema,
  initial: z.output<Schema>,
): SettingDescription<Schema> => ({ schema, initial })

/** How much is sent in one feed, at most: what is more goes in several, followed as one. An item is never divided. */
export const feedSize = z.object({
  items: z.int().min(1).max(feedLimits.items),
  bytes: z.int().min(1024).max(feedLimits.documentBytes),
})
export type FeedSize = z.output<typeof feedSize>
/** Where a connection says nothing else. */
export const initialFeedSize: FeedSize = { items: 1000, bytes: feedLimits.documentBytes }

/** A Catalog Data Service as a workspace reaches it. */
const connection = z.object({
  /** Base address without a version. */
  address: z.string(),
  username: z.string(),
  /** `{ns}` of the specification. */
  namespaceBase: z.string(),
  /** Hosts that may be asked for pictures, beside the service itself. */
  mediaHosts: z.array(z.string()),
  feedSize: feedSize.default(initialFeedSize),
  /** The person agreed that what goes to this address can be read on its way. */
  plainHttpAllowed: z.literal(true).optional(),
})
export type Connection = z.output<typeof connection>

/** What screens remember in a workspace. The face reads and sets all of them. */
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
  /** How the local API runs. Its address stays the same at every start. `enabled`: it starts with the program. */
  localApi: setting(
    z.object({
      enabled: z.boolean(),
      port: z.int().min(0).max(65535),
      scheme: z.enum(localApiSchemes).default('http'),
    }),
    { enabled: true, port: 8642, scheme: 'http' },
  ),
  /** The limits and faults of the local API that are on. */
  localApiConditions: setting(localApiConditions.partial(), {}),
  /** The built-in sample service beside a workspace that is connected to it. */
  sampleService: setting(z.object({ running: z.boolean(), port: z.int() }).optional(), undefined),
  sync: setting(syncSettings, syncSettings.parse({})),
  /** Which pictures are kept. */
  pictures: setting(pictureChoice, defaultPictureChoice),
  /** Whether kept pictures still have to be fitted to that choice. */
  'pictures-unfitted': setting(z.boolean(), false),
  /** Requirement profiles by their identifiers: the one items are scored by, and what the connection's service requires. */
  profiles: setting(z.object({ defaultId: z.string(), serviceId: z.string() }), {
    defaultId: firstDefaultId,
    serviceId: serviceProfileId,
  }),
}
export type WorkspaceSettings = SettingValues<typeof workspaceSettings>

/** The settings of this computer, outside every workspace. The face reads and sets all of them. */
export const computerSettings = {
  theme: setting(z.enum(themeChoices), 'system'),
  /** The screen the program opens with. */
  startScreen: setting(z.enum(startScreens), 'catalog'),
  /** Of the interface. The log and the command line are English. */
  language: setting(z.enum(languageChoices), 'system'),
  /** By whose reference intakes the form of nutrition facts computes shares of the daily amount. */
  nutritionMarket: setting(z.enum(markets), 'fda'),
  /** How the grid of a draft is arranged: a habit of the person, not a part of the catalog. */
  feedGrids: setting(gridLayouts, {}),
  /** Keys that a person chose for commands, by the command's identifier, such as `G C` or `Mod+K`; empty: no keys. */
  shortcuts: setting(z.record(z.string().max(100), z.string().max(60)), {}),
  /** Hints for the first minutes that were put away, and do not come again. */
  hintsSeen: setting(z.array(z.string().max(60)).max(100), []),
  /** Of the log's files; `info` when absent. On no screen: it is written into the file of these settings. */
  logLevel: setting(z.enum(logLevels).optional(), undefined),
}
export type ComputerSettings = SettingValues<typeof computerSettings>

/** No backups until a person chooses a plan. */
const firstPlan: BackupPlan = { rhythm: 'off', keepDaily: 7, keepWeekly: 4 }

/** The settings of this computer for each workspace on its list. The name of a workspace is in its own folder. */
export const notedWorkspace = {
  directory: setting(z.string(), ''),
  /** The role when the workspace was last open on this computer. */
  role: setting(z.enum(workspaceRoles), 'new'),
  items: setting(z.int().min(0), 0),
  /** ISO 8601 */
  lastOpenedAt: setting(z.string(), new Date(0).toISOString()),
  /** The backup plan. It belongs to the computer, because its folder does. */
  backup: setting(backupPlan, firstPlan),
  /** The backup folder that was used before. When it is missing, its disk is away, and it is not made again. */
  backupFolderUsed: setting(z.string().optional(), undefined),
}
export type NotedWorkspace = SettingValues<typeof notedWorkspace>

/** Called for a stored value that does not fit its schema: it is damaged, or of a newer version. */
type OnMisfit = (name: string, reason: string) => void

/** The value of one setting. A stored value that does not fit is reported and replaced by the default. */
function settingValue<Schema extends z.ZodType>(
  name: string,
  { schema, initial }: SettingDescription<Schema>,
  kept: unknown,
  onMisfit: OnMisfit,
): z.output<Schema> {
  if (kept === undefined) return initial
  const { data, error } = schema.safeParse(kept)
  if (!error) return data as z.output<Schema>
  onMisfit(name, z.prettifyError(error))
  return initial
}

/** The values of a whole table. A value that does not fit does not affect the others. */
export function settingValues<Table extends SettingDescriptions>(
  table: Table,
  kept: Readonly<Record<string, unknown>>,
  onMisfit: OnMisfit,
): SettingValues<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([name, description]) => [
      name,
      settingValue(name, description, kept[name], onMisfit),
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
