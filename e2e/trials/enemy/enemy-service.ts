import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface EnemyService {
  address: string
  /** From now on it answers so; nothing: it behaves. @returns the calls that the attack before has answered */
  attackWith(name?: string): Promise<number>
  close(): Promise<void>
}

/** A hostile service on loopback, in another process: making its answers takes nothing from what is measured. */
export async function startEnemy(): Promise<EnemyService> {
  const child = fork(new URL('enemy-program.ts', import.meta.url))
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return {
    address,
    async attackWith(name) {
      child.send({ name })
      const [{ attacked }] = (await once(child, 'message')) as [{ attacked: number }]
      return attacked
    },
    async close() {
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
