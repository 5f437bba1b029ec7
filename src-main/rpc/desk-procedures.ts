import { implement, ORPCError } from '@orpc/server'
import { contract } from '../../src-shared/rpc/contract.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Desk } from '../app/desk.ts'
import { createWorkspaces } from '../app/workspaces.ts'
import { verifyBackup } from '../backup/index.ts'
import type { FaceSession } from '../platform/face-session.ts'
import { computerProcedures } from '../workspace/procedures.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { toRpcError } from './rpc-error.ts'

const refuseInWords = implement(contract)
  .$context<FaceSession>()
  .use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      throw toRpcError(error)
    }
  })

/**
 * What the face may ask whether or not a workspace is open: the settings of this computer, the list of workspaces, and to
 * open, make or restore a workspace.
 */
export function deskProcedures(desk: Desk) {
  const os = refuseInWords
  const workspaces = createWorkspaces(desk)
  const paths = createChosenPaths(desk)
  return {
    computer: computerProcedures(desk.computer),
    workspaces: {
      list: os.workspaces.list.handler(() => workspaces.list()),
      create: os.workspaces.create.handler(({ input: { name, directory }, context }) =>
        workspaces.create({
          name,
          directory: directory && paths.chosen(context, directory, 'workspace'),
        }),
      ),
      open: os.workspaces.open.handler(async ({ input, context }) =>
        workspaces.open(await paths.workspace(context, input.directory)),
      ),
      rename: os.workspaces.rename.handler(async ({ input: { directory, name } }) =>
        workspaces.rename({ directory: await paths.listedWorkspace(directory), name }),
      ),
      forget: os.workspaces.forget.handler(async ({ input }) =>
        workspaces.forget(await paths.listedWorkspace(input.directory)),
      ),
    },
    backups: {
      verify: os.backups.verify.handler(async ({ input, context }) => {
        const findings = await verifyBackup(await paths.backup(context, input.backup))
        return { ok: findings.length === 0, findings }
      }),
      preview: os.backups.preview.handler(async ({ input, context }) => {
        const preview = await workspaces.previewRestore(await paths.backup(context, input.backup))
        // A folder that the app itself proposes need not be chosen.
        context.grants.grant(preview.suggestedDirectory, 'workspace')
        return preview
      }),
      restore: os.backups.restore.handler(async ({ input: { backup, mode, directory }, context }) =>
        workspaces.restore({
          backup: await paths.backup(context, backup),
          mode,
          directory: directory === undefined ? undefined : paths.chosen(context, directory, 'workspace'),
        }),
      ),
    },
    files: {
      confirm: os.files.confirm.handler(async ({ input: { path, purpose }, context }) => ({
        path: await paths.confirm(context, path, purpose),
      })),
    },
  }
}

/** How long a window waits for a workspace to be opened before it asks again, in milliseconds. */
const longestWait = 25_000

/** Answers calls while no workspace is open: those of a workspace are refused with the cause. */
export function createClosedRouter(desk: Desk) {
  const os = refuseInWords
  const { message = say`No workspace is open.` } = desk.trouble() ?? {}
  const refused = Object.entries(contract).map(([room, procedures]) => [
    room,
    Object.fromEntries(
      Object.keys(procedures).map((name) => {
        // The names come from the contract itself; its types cannot follow a walk over them.
        // biome-ignore lint/suspicious/noExplicitAny: see above
        const procedure = (os as any)[room][name]
        return [
          name,
          procedure.handler(() => {
            throw new ORPCError('NO_WORKSPACE', { status: 422, message, data: { problems: [] } })
          }),
        ]
      }),
    ),
  ])
  const open = deskProcedures(desk)
  const rooms = Object.fromEntries(refused)
  return {
    ...rooms,
    computer: open.computer,
    workspaces: open.workspaces,
    files: open.files,
    backups: { ...rooms.backups, ...open.backups },
    changes: {
      next: os.changes.next.handler(async ({ input, signal }) => {
        if (input.workspace === '') await untilSwitched(desk, signal)
        return { changeNumber: 0, changes: [], workspace: '' }
      }),
    },
  }
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
    const timer = setTimeout(done, longestWait)
    signal?.addEventListener('abort', done)
  })
}
