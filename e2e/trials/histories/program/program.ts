import pino from 'pino'
import { createDrafts, type Drafts } from '../../../../src-main/feeds/drafts/index.ts'
import { createOutbox, type Outbox, openSendingRecord } from '../../../../src-main/feeds/outbox/index.ts'
import { catalogService } from '../../../../src-main/feeds/targets/index.ts'
import type { Clock } from '../../../../src-main/platform/clock.ts'
import { createUpstream, type Upstream } from '../../../../src-main/upstream/index.ts'
import { Life } from './life.ts'
import { openStorageHere } from './storage-here.ts'

/** A computer: its clock, and the folder for data outside of workspaces. */
export interface Computer {
  home: string
  clock: Clock
  /** Milliseconds by which its clock is ahead. */
  skew: number
}

interface ProgramOptions {
  number: number
  directory: string
  computer: Computer
  /** The address of the service for this program. */
  address: string
  onKilled: () => void
  /** Wraps the client of the service, to test the trial itself. */
  meddle?: ((upstream: Upstream) => Upstream) | undefined
}

/**
 * One program with an outbox on a workspace, from start to end: a real outbox with real HTTP and a real file.
 */
export class Program {
  readonly number: number
  readonly directory: string
  readonly life: Life
  readonly drafts: Drafts
  readonly outbox: Outbox
  /** Defects that it logged. */
  readonly defects: string[] = []
  /** Resolves when the program has ended completely. */
  readonly gone: Promise<void>
  readonly pollChanges: () => void
  readonly #end: (isOrderly: boolean) => void

  constructor({
    number,
    directory,
    computer,
    address,
    onKilled,
    meddle = (upstream) => upstream,
  }: ProgramOptions) {
    const { home, clock } = computer
    this.number = number
    this.directory = directory
    const { promise, resolve } = Promise.withResolvers<void>()
    this.gone = promise
    this.#end = (isOrderly) => resolve(shutDown(isOrderly))
    const life = new Life(() => {
      onKilled()
      this.#end(false)
    })
    this.life = life
    const files = openStorageHere(directory, clock, life)
    const upstream = createUpstream({ address, username: 'desk', password: 'desk', clock })
    this.pollChanges = files.pollChanges
    this.drafts = createDrafts(files)
    this.outbox = createOutbox({
      storage: files.storage,
      directory,
      drafts: this.drafts,
      target: catalogService(meddle(life.wrap(upstream))),
      sendingRecord: life.wrap(openSendingRecord(home, directory)),
      clock,
      log: pino({ level: 'error', base: null }, { write: (line) => this.#defect(line) }),
    })
    const shutDown = async (isOrderly: boolean): Promise<void> => {
      // A killed program does not wait for pending requests.
      if (!isOrderly) await Promise.all([upstream.close(), this.outbox.close()])
      else await this.outbox.close()
      await upstream.close()
      life.dead = true
      files.close()
    }
  }

  async close(): Promise<void> {
    if (!this.life.dead) this.#end(true)
    await this.gone
  }

  #defect(line: string): void {
    if (!this.life.dead) this.defects.push(line)
  }
}
