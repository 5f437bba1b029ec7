/**
 * Everything that is chosen and kept, each setting described once: what it may be, and what it is until somebody chooses.
 * The name is the key it is kept under. A new setting is a line here and a control on a screen.
 */
import * as z from 'zod'
import { type BackupPlan, backupPlan } from '../backup/model.ts'
import { localApiConditions, localApiSchemes } from '../local-api/model.ts'
import { defaultPictureChoice, pictureChoice } from '../media/model.ts'
import { markets } from '../nutrition/model.ts'
import { syncSettings } from '../sync/model.ts'
import { feedLimits } from '../vocabulary/kit/limits.ts'
import { logLevels, themeChoices, workspaceRoles } from './model.ts'

/** One setting: its schema, and its value until it is chosen, or when what is kept does not fit the schema. */
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

/** Kept in the database of a workspace: it travels with the folder. */
export const workspaceSettings = {
  role: setting(z.enum(workspaceRoles), 'new'),
  connection: setting(connection.optional(), undefined),
  /** How the local API runs, so that its address stays what clients know. `enabled`: it starts by itself. */
  localApi: setting(
    z.object({
      enabled: z.boolean(),
      port: z.int().min(0).max(65535),
      scheme: z.enum(localApiSchemes).default('http'),
    }),
    { enabled: true, port: 8642, scheme: 'http' },
  ),
  /** Limits and faults the local API was told to have. */
  localApiConditions: setting(localApiConditions.partial(), {}),
  /** The built-in sample service beside a workspace that is connected to it. */
  sampleService: setting(z.object({ running: z.boolean(), port: z.int() }).optional(), undefined),
  sync: setting(syncSettings, syncSettings.parse({})),
  /** Which pictures are kept. */
  pictures: setting(pictureChoice, defaultPictureChoice),
  /** What is kept has still to be brought in line with that choice. */
  'pictures-unfitted': setting(z.boolean(), false),
}
export type WorkspaceSettings = SettingValues<typeof workspaceSettings>

/** Kept in the folder of this computer that belongs to no workspace. The face reads and sets all of these. */
export const computerSettings = {
  theme: setting(z.enum(themeChoices), 'system'),
  /** By whose reference intakes the form of nutrition facts computes shares of the daily amount. */
  nutritionMarket: setting(z.enum(markets), 'fda'),
  /** Of the log's files; `info` when absent. On no screen: it is written into the file of these settings. */
  logLevel: setting(z.enum(logLevels).optional(), undefined),
}
export type ComputerSettings = SettingValues<typeof computerSettings>

/** Off until a person chooses: a copy of everything is not made behind anyone's back. */
const firstPlan: BackupPlan = { rhythm: 'off', keepDaily: 7, keepWeekly: 4 }

/** Kept on this computer for each workspace it knows of. What the workspace itself says (its name) is in its folder. */
export const notedWorkspace = {
  directory: setting(z.string(), ''),
  /** As when it was last open on this computer. */
  role: setting(z.enum(workspaceRoles), 'new'),
  items: setting(z.int().min(0), 0),
  /** ISO 8601 */
  lastOpenedAt: setting(z.string(), new Date(0).toISOString()),
  /** How it is backed up on this computer: folders are this computer's, so the plan is too. */
  backup: setting(backupPlan, firstPlan),
  /** The folder of the plan in which a backup was made: missing, it is away (unplugged), not yet to be made. */
  backupFolderUsed: setting(z.string().optional(), undefined),
}
export type NotedWorkspace = SettingValues<typeof notedWorkspace>

/** Told of a kept value that does not fit its schema: damaged, or of a newer version. */
type OnMisfit = (name: string, reason: string) => void

/** The value of one setting from what is kept under its name; what does not fit is told and taken as not chosen. */
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

/** The values of a whole table; a value that does not fit costs no other. */
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

/** Some values of a table, as a call brings them: each fits its schema, the others stay as they are. */
export function someSettings<Table extends SettingDescriptions>(table: Table) {
  const schemas = Object.fromEntries(
    Object.entries(table).map(([name, { schema }]) => [name, schema.optional()]),
  )
  return z.object(schemas) as unknown as z.ZodType<Partial<SettingValues<Table>>>
}
