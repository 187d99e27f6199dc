// What the server decides and the database obeys: who is let in as staff, whether short messages are written, and who
// outside confirms a change of the bank account.
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import type { Environment } from '#server/settings/env.ts'

export async function storeAppSettings(
  database: Database,
  env: Pick<Environment, 'production' | 'smsUrl' | 'settlementAlarmEmail'>,
): Promise<void> {
  await queryAsServiceRole(
    database,
    `select private.set_app_setting('staff_second_factor', $1), private.set_app_setting('sms', $2),
       private.set_app_setting('sessions_checked', 'on'), private.set_app_setting('settlement_alarm_email', $3)`,
    [env.production ? 'demanded' : 'offered', env.smsUrl ? 'on' : 'off', env.settlementAlarmEmail ?? ''],
  )
}
