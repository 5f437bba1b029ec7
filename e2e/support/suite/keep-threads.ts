import { keepThreads } from '../../../src-main/platform/load-thread.ts'

/**
 * Tests open many workspaces in sequence, and starting threads for each would take longer than most tests.
 */
keepThreads()
