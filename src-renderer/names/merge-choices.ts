import type { Cluster } from '../../src-shared/names/model.ts'

/** A person's choices for one cluster. */
interface ClusterChoice {
  /** The value that the others are merged into. */
  keep: string
  /** The values that are merged. */
  merged: ReadonlySet<string>
}
export type MergeChoices = ReadonlyMap<Cluster, ClusterChoice>

export interface Merge {
  from: string
  to: string
}

/**
 * The initial choices: values that mean the same beyond doubt, and values that a person merged before, are
 * merged into the proposed value. Similar values are not.
 */
export const initialChoices = (clusters: readonly Cluster[]): MergeChoices =>
  new Map(clusters.map((cluster) => [cluster, initialChoice(cluster)]))

function initialChoice({ keep, values }: Cluster): ClusterChoice {
  const certain = values.filter(({ likeness }) => likeness !== 'near').map(({ text }) => text)
  const isMerge = certain.some((text) => text !== keep)
  return { keep, merged: new Set(isMerge ? certain : []) }
}

/** Checks all values of the clusters, or none. */
export const withAll = (
  choices: MergeChoices,
  clusters: readonly Cluster[],
  isMerged: boolean,
): MergeChoices => {
  const changed = new Map(choices)
  for (const cluster of clusters) {
    const { keep } = choices.get(cluster) ?? cluster
    changed.set(cluster, { keep, merged: new Set(isMerged ? cluster.values.map(({ text }) => text) : []) })
  }
  return changed
}

export const withValue = (
  choices: MergeChoices,
  cluster: Cluster,
  text: string,
  isMerged: boolean,
): MergeChoices => {
  const { keep, merged } = choices.get(cluster) ?? initialChoice(cluster)
  const others = [...merged].filter((other) => other !== text)
  return new Map(choices).set(cluster, { keep, merged: new Set(isMerged ? [...others, text] : others) })
}

/** Chooses the value to keep. The value itself is then checked, because the others are merged into it. */
export const withKept = (choices: MergeChoices, cluster: Cluster, keep: string): MergeChoices => {
  const { merged } = choices.get(cluster) ?? initialChoice(cluster)
  const isValue = cluster.values.some(({ text }) => text === keep)
  return new Map(choices).set(cluster, { keep, merged: new Set(isValue ? [...merged, keep] : merged) })
}

/** The values that change. A cluster without a value to keep changes nothing. */
export const mergesOf = (choices: MergeChoices): Merge[] =>
  [...choices.values()].flatMap(({ keep, merged }) => {
    const to = keep.trim()
    return to === '' ? [] : [...merged].flatMap((from) => (from === to ? [] : [{ from, to }]))
  })
