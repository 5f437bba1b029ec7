import { isReadableOnTheWay } from '../../src-shared/readable-on-the-way.ts'
import type { ConnectionInput, WorkspaceState } from '../../src-shared/workspace/model.ts'
import type { Connection } from '../../src-shared/workspace/settings.ts'

/** Whether the password may not go out to it: it would be in the clear over a network, and the person did not agree. */
export const lacksConsent = ({ address, plainHttpAllowed }: Connection): boolean =>
  plainHttpAllowed !== true && isReadableOnTheWay(address)

export interface Workspace {
  state(): Promise<WorkspaceState>
  /** Asks the service with these credentials first; keeps nothing when it refuses. @throws UpstreamError */
  connect(input: ConnectionInput): Promise<WorkspaceState>
  startSample(): Promise<WorkspaceState>
  startSandbox(options: { sample: boolean }): Promise<WorkspaceState>
  /** Replaces the hosts that pictures may come from; what is missing is fetched. @throws WorkspaceError `NOT_CONNECTED` */
  setMediaHosts(input: { hosts: string[] }): Promise<WorkspaceState>
  /** Agrees that the present connection is plain http over a network. @throws WorkspaceError `NOT_CONNECTED` */
  allowPlainHttp(): Promise<WorkspaceState>
  /** @throws WorkspaceError, saying why this workspace cannot sync */
  refuseSync(lacking?: { passwordMissing?: true; consentMissing?: true }): never
}

/** What cannot be done with a workspace of this role. */
export class WorkspaceError extends Error {
  readonly code: 'NOT_CONNECTED' | 'ROLE_IS_FIXED' | 'PASSWORD_MISSING' | 'PLAIN_HTTP'
  constructor(code: WorkspaceError['code'], message: string) {
    super(message)
    this.name = 'WorkspaceError'
    this.code = code
  }
}
