import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface EnemyService {
  address: string
  /**
   * Starts an attack; without a name, the service behaves. @returns the number of calls answered by the
   * previous attack
   */
  attackWith(name?: string): Promise<number>
  close(): Promise<void>
}

/**
 * A hostile service on loopback in another process, so that generating answers does not affect the
 * measurements.
 */
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
