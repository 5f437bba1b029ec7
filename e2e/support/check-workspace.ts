import { setTimeout as delay } from 'node:timers/promises'
import type { CheckOutcome, UpkeepState, UpkeepWork } from '../../src-shared/workspace/model.ts'

interface UpkeepCalls {
  upkeep: { start(input: { work: UpkeepWork }): Promise<UpkeepState>; state(): Promise<UpkeepState> }
}

/** Checks an open workspace, as the Settings screen does. @returns the result of the check */
export async function checkWorkspace({ upkeep }: UpkeepCalls): Promise<CheckOutcome | undefined> {
  let state = await upkeep.start({ work: 'check' })
  while (state.running) {
    await delay(50)
    state = await upkeep.state()
  }
  return state.lastCheck
}
