// The jobs of the application (ADR 0058): each stands beside its noun, and is started here.
import type { Database } from '#platform/database/database.ts'
import { createJobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Platform } from '#platform/platform.ts'
import { readAuditKey } from './admin/audit/audit-key.ts'
import { chooseWitness } from './admin/audit/choose-witness.ts'
import { auditJobs } from './admin/audit/seal-audit.ts'
import { breachReminderJob } from './admin/breach-reminders.ts'
import { morningMailJob } from './admin/morning-mails.ts'
import type { AppFiles } from './app-files.ts'
import type { CachedContent } from './company/content/cache-content.ts'
import { describeFault } from './http/answers.ts'
import type { Metrics } from './http/metrics.ts'
import { sweepJob } from './jobs/sweep.ts'
import type { Mail } from './mail/mail.ts'
import type { Printer } from './market/documents/print.ts'
import { documentJob } from './market/documents/worker.ts'
import { marketJob } from './market/jobs.ts'
import { type Environment, EnvironmentError } from './settings/env.ts'
import type { MasterKeys } from './vault/master-key.ts'
import { sealPeopleJob } from './vault/open-vault.ts'

export interface AppJobsOptions {
  env: Environment
  database: Database
  masterKey: MasterKeys
  platform: Platform
  files: AppFiles
  printer: Printer
  mail: Mail
  content: CachedContent
  metrics: Metrics
  clock: () => Date
  log: Log
}

export async function startJobs(
  options: AppJobsOptions,
  onStop: (step: () => unknown) => void,
): Promise<void> {
  const { env, database, masterKey, platform, files, printer, mail, content, metrics, clock, log } = options
  const { photos, uploads, productPhotos, boardPhotos, cvs, messageFiles } = files
  const jobs = createJobs({ database, log, clock, describeError: describeFault, onRun: metrics.observeJob })
  onStop(jobs.stop)
  // No page is drawn before, and nothing else is in its way: the first answer of all has the board and the positions.
  await jobs.start([content.job])
  await jobs.run(content.job.name)
  if (!content.isRead())
    throw new EnvironmentError('the content of the pages could not be read: see the line above')
  await jobs.start([
    mail.job,
    documentJob({ database, printer, store: files.documentStore, log }),
    marketJob({ database, log }),
    sealPeopleJob({ database, masterKey, dataDir: env.dataDir, log }),
    ...auditJobs({
      database,
      key: () => readAuditKey(database, masterKey),
      witness: await chooseWitness(database, env),
      dataDir: env.dataDir,
      clock,
      log,
    }),
    breachReminderJob({ database, log, clock }),
    morningMailJob({ database, log, clock }),
    sweepJob({
      database,
      files: { photos, uploads, productPhotos, boardPhotos, cvs, messageFiles },
      log,
      clock,
    }),
    ...platform.jobs,
  ])
}
