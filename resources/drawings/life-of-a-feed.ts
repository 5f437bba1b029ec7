import {
  type OutboxEventName,
  outboxEventNames,
  outboxEvents,
  outboxTransitions,
} from '../../src-shared/feeds/outbox/outbox-machine.ts'
import {
  type OutboxState,
  outboxStateDescriptions,
  outboxStates,
} from '../../src-shared/feeds/outbox/outbox-state.ts'
import { colour, drawGraph, type LegendEntry, quoted } from './draw-graph.ts'

type Cause = (typeof outboxEvents)[OutboxEventName]['by']

const looks: Record<Cause, LegendEntry> = {
  program: { text: 'the program does it', colour: 'faint' },
  service: { text: 'the service reports it', colour: 'service' },
  person: { text: 'a person decides it', colour: 'person', dashes: '5,3' },
}

/**
 * States that share a frame. An event of all of them with the same next state is one arrow from the frame.
 */
const frames: readonly { title: string; states: readonly OutboxState[] }[] = [
  { title: 'The service may have it', states: ['looked-for', 'uncertain'] },
  { title: 'The service has it', states: ['acknowledged', 'processing'] },
]

/** The states of a feed without failures, in order; they are drawn on one line. */
const mainPath: readonly OutboxState[] = ['queued', 'sending', 'acknowledged', 'processing', 'done']

/** States drawn in one column. */
const columns: readonly (readonly OutboxState[])[] = [
  ['acknowledged', 'looked-for', 'uncertain'],
  ['processing', 'failed'],
  ['done', 'partly-done', 'withdrawn', 'split'],
]

/**
 * An arrow of the drawing, with a line per cause: all events that lead from one state, or one frame, to
 * another state.
 */
interface Arrow {
  from: OutboxState
  /** Index of the frame that the arrow starts at. */
  frame: number | undefined
  to: OutboxState
  events: OutboxEventName[]
}

function arrowsOfFeeds(): Arrow[] {
  const arrows = new Map<string, Arrow>()
  for (const state of outboxStates)
    for (const event of outboxEventNames) {
      const to = outboxTransitions[state][event]
      if (to === undefined || to === state) continue
      const frame = frameOf(state, event, to)
      const from = frames[frame]?.states.at(-1) ?? state
      const key = `${frame < 0 ? from : frame} ${to}`
      const arrow = arrows.get(key) ?? { from, frame: frame < 0 ? undefined : frame, to, events: [] }
      if (!arrow.events.includes(event)) arrow.events.push(event)
      arrows.set(key, arrow)
    }
  return [...arrows.values()]
}

/**
 * Index of the frame around `from`, if the event leads from each of its states to `to` outside the frame;
 * else -1.
 */
const frameOf = (from: OutboxState, event: OutboxEventName, to: OutboxState): number =>
  frames.findIndex(
    ({ states }) =>
      states.includes(from) &&
      !states.includes(to) &&
      states.every((state) => outboxTransitions[state][event] === to),
  )

const fills = { 'under-way': 'box', 'needs-you': 'attention', done: 'good', withdrawn: 'box' } as const

const node = (state: OutboxState): string => {
  const { label, group, terminal } = outboxStateDescriptions[state]
  const attributes = [
    `label=${quoted(label)}`,
    `fillcolor=${colour(fills[group])}`,
    `penwidth=${terminal ? 2 : 1}`,
    mainPath.includes(state) && 'group=usual',
  ]
  return `${quoted(state)} [${attributes.filter(Boolean).join(', ')}]`
}

function edge({ from, frame, to, events }: Arrow): string {
  const causes = (Object.keys(looks) as Cause[]).filter((cause) =>
    events.some((event) => outboxEvents[event].by === cause),
  )
  const isBack = to === 'queued'
  const isUsual = mainPath.includes(from) && mainPath.indexOf(to) > mainPath.indexOf(from)
  const labels = causes.map((cause) => {
    const names = events.filter((event) => outboxEvents[event].by === cause)
    return `<font color=${colour(looks[cause].colour)}>${names.join(', ')}</font>`
  })
  const attributes = [
    `label=<${labels.join('<br/>')}>`,
    `color=${colour(...causes.map((cause) => looks[cause].colour))}`,
    causes.every((cause) => looks[cause].dashes) && 'style=dashed',
    frame !== undefined && `ltail="cluster${frame}"`,
    isUsual && 'weight=20',
    isBack && 'dir=back',
  ]
  // Graphviz puts the first state to the left.
  const ends = isBack ? [to, from] : [from, to]
  return `${ends.map(quoted).join(' -> ')} [${attributes.filter(Boolean).join(', ')}]`
}

/** Draws the states of a feed and the events between them, except events that do not change the state. */
export const drawLifeOfAFeed = (): Promise<string> =>
  drawGraph(
    `digraph {
  graph [rankdir=LR, newrank=true, compound=true, pad=0.15, nodesep=0.35, ranksep=0.9, bgcolor="transparent", fontname="Helvetica", fontsize=12]
  node [shape=box, style="filled,rounded", color=${colour('line')}, fontcolor=${colour('ink')}, fontname="Helvetica", fontsize=14, margin="0.15,0.08"]
  edge [fontname="Helvetica", fontsize=11, arrowsize=0.7]
  ${frames
    .map(
      ({ title, states }, index) => `subgraph cluster${index} {
    label=${quoted(title)}; labeljust=r; style="rounded,dotted"; color=${colour('line')}; fontcolor=${colour('faint')}
    ${states.map(node).join('\n    ')}
  }`,
    )
    .join('\n  ')}
  ${outboxStates
    .filter((state) => !frames.some(({ states }) => states.includes(state)))
    .map(node)
    .join('\n  ')}
  ${columns.map((states) => `{rank=same; ${states.map(quoted).join('; ')}}`).join('\n  ')}
  ${arrowsOfFeeds().map(edge).join('\n  ')}
}`,
    { title: 'The life of a feed: its states and the events that change them', legend: Object.values(looks) },
  )
