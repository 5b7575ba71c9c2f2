import { parse } from 'yaml'
import { z } from 'zod'

const health = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({
    test: z.array(z.string()).min(2),
    interval: z.string(),
    timeout: z.string(),
    retries: z.int().positive(),
  }),
])

/** The part of the Compose specification that the file uses. A key that is not in it is refused. */
const service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_started']) }))
    .optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  healthcheck: health.optional(),
  shm_size: z.string().optional(),
  stop_grace_period: z.string().optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
})

const file = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
})

/** What is wrong with a Compose file: by its shape, and by our rules for containers. */
export function composeProblems(text: string): string[] {
  const read = file.safeParse(parse(text))
  if (!read.success) return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const { services, volumes } = read.data
  return Object.entries(services).flatMap(([name, each]) => {
    const named = (each.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
    const isOurs = each.image.startsWith('ovation:')
    const rules: [string, boolean][] = [
      ['its volumes are declared', named.every((volume) => volume in volumes)],
      ['what it depends on is there', Object.keys(each.depends_on ?? {}).every((other) => other in services)],
      ['it gains no privileges', each.security_opt?.includes('no-new-privileges:true') ?? false],
      [
        'its ports are open to this machine alone',
        (each.ports ?? []).every((port) => port.startsWith('127.0.0.1:')),
      ],
      ['its root is read-only', !isOurs || each.read_only === true],
      ['it has no capabilities', !isOurs || (each.cap_drop ?? []).includes('ALL')],
      ['an init reaps what it leaves', !isOurs || each.init === true],
      [
        'passwords come from outside',
        Object.values(each.environment ?? {}).every(
          (value) => !/password/i.test(value) || value.includes('${'),
        ),
      ],
    ]
    return rules.filter(([, holds]) => !holds).map(([rule]) => `${name}: does not hold: ${rule}`)
  })
}
