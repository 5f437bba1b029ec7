import { oc, type } from '@orpc/contract'
import * as z from 'zod'

/** What a person may choose: follow the system, or always one of the two. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** How much the log says, from most to least. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const computerSettings = z.object({
  theme: z.enum(themeChoices).default('system'),
  /** Of the log's files; `info` when absent. On no screen: it is written into the file of these settings. */
  logLevel: z.enum(logLevels).optional().catch(undefined),
})
/** What is chosen for Catalog Desk on this computer, whichever workspace is open. */
export type ComputerSettings = z.infer<typeof computerSettings>

export const computerContract = {
  settings: oc.output(type<ComputerSettings>()),
  setSettings: oc.input(computerSettings).output(type<ComputerSettings>()),
}
