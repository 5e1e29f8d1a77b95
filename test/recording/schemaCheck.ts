/** As much of JSON Schema as the schemas of a recording use. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What is wrong, each with its place; fields that the schema does not name are wrong where it is `closed`. */
export function faultsBy(schema: JsonSchema, value: unknown, closed = false, path = '$'): string[] {
  const { type, oneOf, minimum, maximum } = schema;
  const types = type === undefined ? [] : [type].flat();
  if (types.length > 0 && !types.some((each) => isOf(each, value)))
    return [`${path}: no ${types.join(' or ')}`];
  if ('const' in schema && value !== schema.const) return [`${path}: not ${schema.const}`];
  if (oneOf && oneOf.filter((each) => faultsBy(each, value, closed, path).length === 0).length !== 1)
    return [`${path}: none, or many, of ${oneOf.length}`];
  if (typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value)))
    return [`${path}: out of range`];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, i) => faultsBy(items, item, closed, `${path}[${i}]`)) : [];
  }
  return typeof value === 'object' && value !== null ? fieldFaults(schema, value, closed, path) : [];
}

function fieldFaults(
  { properties = {}, required = [] }: JsonSchema,
  value: object,
  closed: boolean,
  path: string,
): string[] {
  const isOpen = !closed || Object.keys(properties).length === 0;
  return [
    ...required.filter((key) => !Object.hasOwn(value, key)).map((key) => `${path}.${key}: missing`),
    ...Object.entries(value).flatMap(([key, item]) => {
      const schema = properties[key];
      if (schema) return faultsBy(schema, item, closed, `${path}.${key}`);
      return isOpen ? [] : [`${path}.${key}: unknown`];
    }),
  ];
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
