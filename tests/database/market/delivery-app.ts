// Zones and depots to test with.
import { randomUUID } from 'node:crypto'
import type { App } from '#tests/harness/migrated-database.ts'
import type { Depot, Zone } from './delivery-reference.ts'

export const everyDay = [1, 2, 3, 4, 5, 6, 7]

export function openDelivery(app: App) {
  async function addZone(zone: Partial<Zone> = {}): Promise<Zone> {
    const whole: Zone = {
      ...{
        id: randomUUID(),
        name: `Zone ${randomUUID()}`,
        areas: ['Lagos'],
        weekdays: everyDay,
        cutoffDays: 1,
      },
      steps: [
        { grams: 50_000, kobo: 250_000 },
        { grams: 200_000, kobo: 450_000 },
      ],
      ...{ capacityKg: null, capacityOrders: null, isActive: true, ...zone },
    }
    await app.owner.query(
      `insert into public.delivery_zones (id, name, areas, step_grams, step_kobo, weekdays, cutoff_days, capacity_kg, capacity_orders, is_active)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[whole.id, whole.name, whole.areas, whole.steps.map(({ grams }) => grams)],
        ...[whole.steps.map(({ kobo }) => kobo), whole.weekdays, whole.cutoffDays, whole.capacityKg],
        ...[whole.capacityOrders, whole.isActive],
      ],
    )
    return whole
  }

  async function addDepot(depot: Partial<Depot> = {}): Promise<Depot> {
    const whole: Depot = {
      ...{
        id: randomUUID(),
        name: `Depot ${randomUUID()}`,
        address: '1 Market Road',
        state: 'Lagos',
        lga: 'Ikeja',
      },
      ...{ hours: 'Monday to Saturday, 8 to 17', weekdays: everyDay, leadDays: 1, isActive: true, ...depot },
    }
    await app.owner.query(
      `insert into public.depots (id, name, address, state, lga, hours, weekdays, lead_days, is_active)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[whole.id, whole.name, whole.address, whole.state, whole.lga, whole.hours, whole.weekdays],
        ...[whole.leadDays, whole.isActive],
      ],
    )
    return whole
  }

  const closeAll = () =>
    app.owner.query(
      'update public.delivery_zones set is_active = false; update public.depots set is_active = false',
    )

  return { addZone, addDepot, closeAll }
}
