import {
  activeConditions,
  type LocalApiConditionName,
  type LocalApiConditions,
  noConditions,
} from '../../../src-shared/local-api/conditions.ts'
import type { LocalApiConditionState } from '../../../src-shared/local-api/model.ts'
import type { WorkspaceSettingsAccess } from '../../workspace/index.ts'

/** The limits and faults that are switched on: those in the settings, and above them those of this run only. */
export interface ConditionsKeeper {
  /** The conditions in force. Always the same object: whoever holds it sees every change. */
  readonly current: LocalApiConditions
  state(): LocalApiConditionState
  /** Keeps changes in the settings; a condition that changes does not hold for this run only any more. */
  set(changes: Partial<LocalApiConditions>): Promise<void>
  /** Sets conditions until the program ends. */
  setForThisRun(changes: Partial<LocalApiConditions>): void
  subscribe(listener: () => void): () => void
}

export async function createConditionsKeeper(settings: WorkspaceSettingsAccess): Promise<ConditionsKeeper> {
  let kept: Partial<LocalApiConditions> = (await settings.read()).localApiConditions
  let thisRun: Partial<LocalApiConditions> = {}
  const current: LocalApiConditions = { ...noConditions, ...kept }
  const listeners = new Set<() => void>()
  const apply = (): void => {
    Object.assign(current, noConditions, kept, thisRun)
    for (const listener of listeners) listener()
  }
  return {
    current,
    state: () => ({
      conditions: { ...current },
      active: activeConditions(current),
      thisRunOnly: Object.keys(thisRun) as LocalApiConditionName[],
    }),
    async set(changes) {
      const changed = Object.fromEntries(
        Object.entries(changes).filter(
          ([name, value]) => value !== undefined && value !== current[name as LocalApiConditionName],
        ),
      )
      thisRun = Object.fromEntries(Object.entries(thisRun).filter(([name]) => !(name in changed)))
      kept = { ...kept, ...changed }
      await settings.write({ localApiConditions: kept })
      apply()
    },
    setForThisRun(changes) {
      thisRun = { ...thisRun, ...changes }
      apply()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
