import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import { isError } from '../../src-shared/problem.ts'
import { useProblemsAt, useVisited } from './problem-store.ts'

/** What is wrong with an element as a whole (a group, a list), where there is no input to say it at. */
export function PathProblems({ path, whenVisited = false }: { path: string; whenVisited?: boolean }) {
  const problems = useProblemsAt(path)
  const visited = useVisited(path)
  if (problems.length === 0 || (whenVisited && !visited)) return null
  return (
    <ul className="mb-2 flex flex-col gap-1">
      {problems.map((problem) => (
        <li
          key={`${problem.code} ${problem.message}`}
          className={clsx('flex items-start gap-1 text-xs', isError(problem) ? 'text-bad' : 'text-warn')}
        >
          <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
          <span>{problem.message}</span>
        </li>
      ))}
    </ul>
  )
}
