import type { Upstream } from '../../../src-main/upstream/index.ts'
import { UpstreamError } from '../../../src-main/upstream/index.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { finish } from './finish.ts'
import { detailsOf, judge, RuleViolation } from './judge.ts'
import { payload } from './payloads.ts'
import { act } from './person.ts'
import type { Program } from './program/program.ts'
import type { Step } from './steps.ts'
import type { Workspace } from './workspaces.ts'
import { World } from './world.ts'

/** The numbers of steps and of their results. */
export interface HistoryFigures {
  feeds: number
  calls: number
  sendings: number
  effects: number
  kills: number
  /** Calls or answers that were lost, held, cut or faked by the intermediary. */
  losses: number
  restores: number
  /** Number of feeds per state after the network was healed, before a person decided. */
  ends: Record<string, number>
}

export const noFigures = (): HistoryFigures => ({
  feeds: 0,
  calls: 0,
  sendings: 0,
  effects: 0,
  kills: 0,
  losses: 0,
  restores: 0,
  ends: {},
})

const at = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)]

/** Plays a history and finishes it. @throws RuleViolation for a broken rule */
export async function play(
  steps: readonly Step[],
  meddle?: (upstream: Upstream) => Upstream,
): Promise<HistoryFigures> {
  const world = new World(meddle)
  await world.intermediary.open()
  try {
    world.folders.begin(world.computers[0])
    const stage = new Stage(world)
    for (const step of steps) {
      world.intermediary.release()
      await stage.take(step)
      await world.quiet()
      stage.refuseFailures()
      await judge(world)
    }
    await stage.letGo()
    const ends = await finish(world)
    const { sendings, calls, losses } = world.intermediary
    return {
      feeds: stage.queued,
      calls,
      sendings: sendings.length,
      effects: world.service.feeds.filter(({ key }) => key !== otherProgram).length,
      kills: world.kills,
      losses,
      restores: stage.restores,
      ends,
    }
  } finally {
    await world.end()
  }
}

const otherProgram = 'another program'

class Stage {
  queued = 0
  restores = 0
  readonly #world: World
  readonly #failures: unknown[] = []
  #open: Promise<void>[] = []
  #posts = 0

  constructor(world: World) {
    this.#world = world
  }

  refuseFailures(): void {
    const [failure] = this.#failures
    if (failure)
      throw failure instanceof RuleViolation
        ? failure
        : new RuleViolation(
            'a call of the outbox failed',
            String(failure instanceof Error ? failure.stack : failure),
          )
  }

  /** Releases held calls, and waits for every call that a person has made. */
  async letGo(): Promise<void> {
    const world = this.#world
    world.intermediary.heal()
    for (let left = 20; left > 0 && this.#open.length > 0; left--) {
      world.intermediary.release()
      await world.wait(30_000, 2)
    }
    if (this.#open.length > 0) throw new RuleViolation('a call of the outbox is never answered', '')
    this.refuseFailures()
  }

  /** Starts a call by a person or program, which may take as long as an answer is held. */
  #call(program: Program, action: () => Promise<void>): void {
    const calling = action()
      .catch((error: unknown) => {
        const isReported = error instanceof PlainError || error instanceof UpstreamError
        if (!isReported && !program.life.dead) this.#failures.push(error)
      })
      .finally(() => {
        this.#open = this.#open.filter((one) => one !== calling)
      })
    this.#open.push(calling)
  }

  /** A running program; starts one on the workspace with this number if none is running. */
  #program(number: number): Program {
    const world = this.#world
    const running = at(
      world.programs.filter(({ life }) => !life.dead),
      number,
    )
    return running ?? world.start(this.#workspace(number))
  }

  #workspace(number: number): Workspace {
    const found = at(this.#world.workspaces, number)
    if (!found) throw new Error('There is no workspace')
    return found
  }

  async take(step: Step): Promise<void> {
    const world = this.#world
    const { intermediary, service } = world
    switch (step.do) {
      case 'queue': {
        const program = this.#program(step.by)
        return this.#call(program, () => this.#queue(program, step))
      }
      case 'person': {
        const program = this.#program(step.by)
        return this.#call(program, async () => {
          const feed = at(await detailsOf(program), step.feed)
          if (feed) await act(world, program, feed, step)
        })
      }
      case 'pause': {
        const program = this.#program(step.by)
        return this.#call(program, async () => void (await program.outbox.setPaused({ paused: step.paused })))
      }
      case 'send-now': {
        const program = this.#program(step.by)
        return this.#call(program, async () => void (await program.outbox.sendNow()))
      }
      case 'wait':
        return world.wait(step.milliseconds)
      case 'set-clock': {
        const computer = at(world.computers, step.computer)
        if (computer) computer.skew += step.by
        return
      }
      case 'fault':
        return intermediary.fail(step.on, step.fault, step.times)
      case 'outage':
        intermediary.isOut = step.isOut
        return
      case 'refusal':
        intermediary.refusal = step.refusal
        return
      case 'dates':
        intermediary.datesAreSent = step.areSent
        return
      case 'kill':
        return at(world.programs, step.program)?.life.killAfter(step.after)
      case 'close': {
        const program = at(world.programs, step.program)
        if (program) await world.close(program)
        return
      }
      case 'start': {
        const workspace = this.#workspace(step.workspace)
        if (world.programsOf(workspace).length < 2) world.start(workspace)
        return
      }
      case 'back-up':
        return world.folders.backUp(this.#workspace(step.workspace))
      case 'restore': {
        const archive = at(world.folders.archives, step.archive)
        if (!archive) return
        this.restores++
        if (step.how === 'set-back' || step.how === 'in-place') {
          await world.closeAllOf(archive.of)
          world.folders.restoreOver(archive, step.how)
          world.start(archive.of)
        } else if (world.workspaces.length < 4)
          world.start(
            world.folders.restoreBeside(
              archive,
              step.how === 'elsewhere' ? world.computers[1] : archive.of.computer,
            ),
          )
        return
      }
      case 'move':
        await world.closeAllOf(this.#workspace(step.workspace))
        return world.folders.move(this.#workspace(step.workspace))
      case 'other-program': {
        const paths = {
          create: '/feed/items',
          refresh: '/feed/items/refresh',
          update: '/feed/items/x',
          contentplus: '/feed/contentplus/',
        }
        service.answer({
          method: 'POST',
          path: paths[step.kind],
          query: new URLSearchParams(),
          body: Buffer.from(payload(step.kind, step.items, step.variant)),
          key: otherProgram,
        })
        return
      }
      case 'style':
        service.style = step.style
        return
      case 'forget': {
        const feed = at(service.feeds, step.feed)
        // The service does not forget a feed in progress.
        if (feed?.results) feed.forgotten = true
        return
      }
      case 'process':
        return world.liveAndDie(this.#workspace(step.workspace), step.milliseconds)
    }
  }

  async #queue(program: Program, step: Step & { do: 'queue' }): Promise<void> {
    const { outbox, drafts } = program
    const workspace = this.#world.workspaceOf(program)
    const body = payload(step.kind, step.items, step.variant)
    const name = `Feed ${this.queued}`
    const note = ({ id }: { id: string }) => {
      workspace.promised.add(id)
      this.#world.truth(id).about = step
      this.queued++
    }
    if (step.as === 'draft') {
      const draft = await drafts.createDraft({ kind: step.kind, xml: new TextDecoder().decode(body) })
      for (const feed of (await outbox.queueDraft(draft)).feeds) note(feed)
      return
    }
    const about = await drafts.checkPayload(step.kind, body)
    if (step.as === 'file') return note(await outbox.queue({ kind: step.kind, name, body, about }))
    // Other programs post each feed to the local API twice with the same key; it must be queued once.
    const posted = {
      kind: step.kind,
      name,
      body,
      about,
      postedBy: { username: 'till', idempotencyKey: `post ${this.#posts++}` },
    }
    const first = await outbox.queue(posted)
    note(first)
    const { id } = await outbox.queue(posted)
    if (id !== first.id) throw new RuleViolation('a posted feed was queued twice', `${first.id} and ${id}`)
  }
}
