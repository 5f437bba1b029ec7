import {
  activeConditions,
  type LocalApiConditionName,
  type LocalApiConditions,
  noConditions,
} from '../../../src-shared/local-api/conditions.ts'
import type { LocalApiConditionState } from '../../../src-shared/local-api/model.ts'
import type { WorkspaceSettingsAccess } from '../../workspace/index.ts'

export type ConditionsKeeper = Awaited<ReturnType<typeof createConditionsKeeper>>

/** The active limits and faults: those in the settings, overridden by those for this run only. */
export async function createConditionsKeeper(settings: WorkspaceSettingsAccess) {
  let kept: Partial<LocalApiConditions> = (await settings.read()).localApiConditions
  let thisRun: Partial<LocalApiConditions> = {}
  const current: LocalApiConditions = { ...noConditions, ...kept }
  const listeners = new Set<() => void | Promise<void>>()
  const apply = async (): Promise<void> => {
    Object.assign(current, noConditions, kept, thisRun)
    await Promise.all([...listeners].map((listener) => listener()))
  }
  const state = (): LocalApiConditionState => ({
    conditions: { ...current },
    active: activeConditions(current),
    thisRunOnly: Object.keys(thisRun) as LocalApiConditionName[],
  })
  return {
    /** The active conditions. Always the same object, so its holders see every change. */
    current,
    state,
    /** Stores changes in the settings; a changed condition no longer applies to this run only. */
    async set(changes: Partial<LocalApiConditions>): Promise<LocalApiConditionState> {
      const changed = Object.fromEntries(
        Object.entries(changes).filter(
          ([name, value]) => value !== undefined && value !== current[name as LocalApiConditionName],
        ),
      )
      thisRun = Object.fromEntries(Object.entries(thisRun).filter(([name]) => !(name in changed)))
      kept = { ...kept, ...changed }
      await settings.write({ localApiConditions: kept })
      await apply()
      return state()
    },
    /** Sets conditions until the program ends. */
    async setForThisRun(changes: Partial<LocalApiConditions>): Promise<void> {
      thisRun = { ...thisRun, ...changes }
      await apply()
    },
    /** A change of the conditions is complete when its listeners have resolved. */
    subscribe(listener: () => void | Promise<void>): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
