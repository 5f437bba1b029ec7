import { ORPCError } from '@orpc/server'
import { contract } from '../../src-shared/rpc/contract.ts'
import { refusalStatus } from '../../src-shared/rpc/refusals.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Desk } from '../app/desk.ts'
import { createWorkspaces } from '../app/workspaces.ts'
import { verifyBackup } from '../backup/index.ts'
import { computerProcedures } from '../workspace/procedures.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { lateBound, type Rooms, refusals, serve } from './serve.ts'

const { computer, workspaces, files, backups } = contract
const { verify, preview, restore } = backups
const deskContract = { computer, workspaces, files, backups: { verify, preview, restore } }

/**
 * Procedures that are available even if no workspace is open: the settings of this computer, the list of
 * workspaces, and opening, creating or restoring a workspace.
 */
export function deskProcedures(desk: Desk): Rooms<typeof deskContract> {
  const workspaces = createWorkspaces(desk)
  const paths = createChosenPaths(desk)
  return {
    computer: computerProcedures(desk.computer),
    workspaces: {
      list: workspaces.list,
      create: ({ name, directory }, session) =>
        workspaces.create({ name, directory: directory && paths.chosen(session, directory, 'workspace') }),
      open: async ({ directory }, session) =>
        workspaces.open({ directory: await paths.workspace(session, directory) }),
      rename: async ({ directory, name }) =>
        workspaces.rename({ directory: await paths.listedWorkspace(directory), name }),
      forget: async ({ directory }) =>
        workspaces.forget({ directory: await paths.listedWorkspace(directory) }),
    },
    backups: {
      async verify({ backup }, session) {
        const findings = await verifyBackup(await paths.backup(session, backup))
        return { ok: findings.length === 0, findings }
      },
      async preview({ backup }, session) {
        const preview = await workspaces.previewRestore({ backup: await paths.backup(session, backup) })
        // A folder proposed by the app itself need not be chosen.
        session.grants.grant(preview.suggestedDirectory, 'workspace')
        return preview
      },
      restore: async ({ backup, mode, directory }, session) =>
        workspaces.restore({
          backup: await paths.backup(session, backup),
          mode,
          directory: directory === undefined ? undefined : paths.chosen(session, directory, 'workspace'),
        }),
    },
    files: {
      confirm: async ({ path, purpose }, session) => ({ path: await paths.confirm(session, path, purpose) }),
    },
  }
}

/** Timeout of a window's long poll for an opened workspace, in milliseconds. */
const maxWait = 25_000

/** Handles calls while no workspace is open: calls that need a workspace are rejected with the cause. */
export function createClosedRouter(desk: Desk) {
  const { message = say`No workspace is open.` } = desk.trouble() ?? {}
  const refuse = (): never => {
    throw new ORPCError('NO_WORKSPACE', { status: refusalStatus, message, data: { problems: [] } })
  }
  const { computer, workspaces, files, backups } = deskProcedures(desk)
  return serve(contract, {
    ...refusals(contract, refuse),
    ...{ computer, workspaces, files },
    backups: { ...lateBound(contract.backups, refuse), ...backups },
    changes: {
      async next({ workspace }, { signal }) {
        if (workspace === '' && !signal?.aborted) await untilSwitched(desk, signal)
        return { changeNumber: 0, changes: [], workspace: '' }
      },
    },
  })
}

function untilSwitched(desk: Desk, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      unsubscribe()
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const unsubscribe = desk.onSwitch(done)
    const timer = setTimeout(done, maxWait)
    signal?.addEventListener('abort', done)
  })
}
