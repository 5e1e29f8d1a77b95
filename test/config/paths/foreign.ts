/** Path files as other tools and people write them, made small: with the points that they mean, or what cures them. */

export interface ReadFile {
  readonly name: string;
  readonly text: string;
  /** Its name, where it matters. */
  readonly file?: string;
  /** Points that the path has; of a curve, some that it passes. */
  readonly right: readonly (readonly [number, number])[];
  readonly within?: number;
  readonly speeds?: readonly number[];
  /** What is said of it. */
  readonly said: string;
}

export interface RefusedFile {
  readonly name: string;
  readonly text: string;
  readonly file?: string;
  readonly why: string;
  /** What the message tells to do. */
  readonly cured?: (text: string) => string;
  readonly right?: readonly (readonly [number, number])[];
}

const ELL: readonly (readonly [number, number])[] = [
  [0, 0],
  [1.5, 0],
  [1.5, 0.5],
];

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const named = (names: string) => (text: string) => `${names}\n${text}`;
const renamed = (names: string) => (text: string) => [names, ...text.split('\n').slice(1)].join('\n');

const pose = (x: number, y: number, indent = '') =>
  [
    `- header: {stamp: {sec: 1, nanosec: 0}, frame_id: map}`,
    `  pose:`,
    `    position: {x: ${x}, y: ${y}, z: 0.0}`,
    `    orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}`,
  ]
    .map((line) => indent + line)
    .join('\n');

const gpx = (inside: string) =>
  `<?xml version="1.0"?>\n<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${inside}</gpx>\n`;

/** 10 m to the east and 10 m to the north of 48° N, 11° E, where a degree has 74 625.5 m and 111 190.3 m (WGS 84). */
const EAST_10 = '11.000134002';
const NORTH_10 = '48.000089936';
const ROUND_FIRST: readonly (readonly [number, number])[] = [
  [0, 0],
  [10, 0],
  [10, 10],
];

export const READ: readonly ReadFile[] = [
  {
    name: 'millimetres in brackets',
    text: lines('x (mm),y (mm)', '0,0', '1500,0', '1500,500'),
    right: ELL,
    said: '3 points, 2 m, from x (mm), y (mm)',
  },
  {
    name: 'centimetres, semicolons',
    text: lines('x [cm];y [cm]', '0;0', '150;0', '150;50'),
    right: ELL,
    said: 'from x [cm], y [cm]',
  },
  {
    name: 'inches',
    text: lines('x_in,y_in', '0,0', '100,0', '100,50'),
    right: [
      [0, 0],
      [2.54, 0],
      [2.54, 1.27],
    ],
    said: 'x_in, y_in',
  },
  {
    name: 'feet',
    text: lines('X (ft),Y (ft)', '0,0', '10,0', '10,5'),
    right: [
      [0, 0],
      [3.048, 0],
      [3.048, 1.524],
    ],
    said: 'X (ft), Y (ft)',
  },
  {
    name: 'a unit behind a slash',
    text: lines('x / mm;y / mm', '0;0', '1500;0', '1500;500'),
    right: ELL,
    said: 'x / mm',
  },
  {
    name: 'a line of units',
    text: lines('x,y,v', 'mm,mm,mm/s', '0,0,100', '1500,0,200', '1500,500,200'),
    right: ELL,
    speeds: [0.1, 0.2, 0.2],
    said: 'v as a speed limit',
  },
  { name: 'y before x', text: lines('y_m,x_m', '0,0', '0,1.5', '0.5,1.5'), right: ELL, said: 'x_m, y_m' },
  {
    name: 'further columns',
    text: lines('id,x_m,y_m,label', '1,0,0,start', '2,1.5,0,"corner, left"', '3,1.5,0.5,end'),
    right: ELL,
    said: 'not used: id, label',
  },
  {
    name: 'decimal commas',
    text: lines('x;y', '0,0;0,0', '1,5;0,0', '1,5;0,5'),
    right: ELL,
    said: 'taken as metres; with decimal commas',
  },
  {
    name: 'decimal commas between spaces',
    text: lines('0,0 0,0', '1,5 0,0', '1,5 0,5'),
    right: ELL,
    said: 'with decimal commas',
  },
  {
    name: "a German spreadsheet's table with text",
    text: lines('Punkt;x (cm);y (cm);', 'Start;0;0;', 'Ecke;150,0;0,0;', 'Ziel;150,0;50,0;'),
    right: ELL,
    said: 'not used: Punkt',
  },
  {
    name: 'a byte order mark and CRLF',
    text: '\uFEFFx_mm,y_mm\r\n0,0\r\n1500,0\r\n1500,500\r\n',
    right: ELL,
    said: 'x_mm',
  },
  {
    name: 'tabs',
    text: lines('x (m)\ty (m)', '0\t0', '1.5\t0', '1.5\t0.5'),
    right: ELL,
    said: 'x (m), y (m)',
  },
  {
    name: 'spaces in columns',
    text: lines('  0.0   0.0', '  1.5   0.0', '  1.5   0.5'),
    right: ELL,
    said: 'two columns without names',
  },
  {
    name: "TUM's raceline",
    text: lines(
      '# 3f2a',
      '# 2024-05-01',
      '# s_m; x_m; y_m; psi_rad; kappa_radpm; vx_mps; ax_mps2',
      '0.0; 0.0; 0.0; -1.5; 0.0; 1.0; 0.0',
      '1.5; 1.5; 0.0; -1.5; 0.0; 2.0; 0.0',
      '2.0; 1.5; 0.5; 0.0; 0.0; 1.5; 0.0',
    ),
    right: ELL,
    speeds: [1, 2, 1.5],
    said: 'vx_mps as a speed limit; not used: s_m, psi_rad',
  },
  {
    name: "TUM's track with its widths",
    text: lines('# x_m,y_m,w_tr_right_m,w_tr_left_m', '0,0,1.1,1.1', '1.5,0,1.1,1.1', '1.5,0.5,1.1,1.1'),
    right: ELL,
    said: 'not used: w_tr_right_m',
  },
  {
    name: "F1TENTH's waypoints with a header",
    text: lines('x, y, theta, v', '0, 0, 0, 0.5', '1.5, 0, 0, 0.8', '1.5, 0.5, 1.57, 0'),
    right: ELL,
    speeds: [0.5, 0.8, 0.8],
    said: 'v as a speed limit in m/s; not used: theta',
  },
  {
    name: "TUM's trajectory",
    text: lines(
      '1305031102.1758 0 0 0 0 0 0 1',
      '1305031102.2758 1.5 0 0 0 0 0.7071 0.7071',
      '1305031102.3758 1.5 0.5 0 0 0 0.7071 0.7071',
    ),
    right: ELL,
    said: 'a trajectory',
  },
  {
    name: "TUM's trajectory with its remark",
    text: lines(
      '# ground truth trajectory',
      '# timestamp tx ty tz qx qy qz qw',
      '1.1 0 0 0 0 0 0 1',
      '1.2 1.5 0 0 0 0 0 1',
      '1.3 1.5 0.5 0 0 0 0 1',
    ),
    right: ELL,
    said: 'tx, ty',
  },
  {
    name: 'a topic written by rostopic',
    text: lines(
      '%time,field.header.seq,field.header.frame_id,field.pose.position.x,field.pose.position.y,field.pose.position.z,field.pose.orientation.x,field.pose.orientation.y,field.pose.orientation.z,field.pose.orientation.w',
      '1,1,map,0,0,0,0,0,0,1',
      '2,2,map,1.5,0,0,0,0,0,1',
      '3,3,map,1.5,0.5,0,0,0,0,1',
    ),
    right: ELL,
    said: 'field.pose.position.x',
  },
  {
    name: "PlotJuggler's table",
    text: lines(
      '__time,/odom/pose/pose/position/x,/odom/pose/pose/position/y,/odom/twist/twist/linear/x',
      '0,0,0,0',
      '1,1.5,0,0.2',
      '2,1.5,0.5,0',
    ),
    right: ELL,
    said: '/odom/pose/pose/position/x',
  },
  {
    name: "our own recording's table",
    text: lines(
      't_s,robot,x_m,y_m,heading_rad,v_mps',
      '0,a,0,0,0,0',
      '1,a,1.5,0,0,0.3',
      '2,a,1.5,0.5,1.57,0',
    ),
    right: ELL,
    speeds: [0.3, 0.3, 0.3],
    said: 'v_mps as a speed limit',
  },
  {
    name: "PathWeaver's path",
    text: lines(
      'X,Y,Tangent X,Tangent Y,Fixed Theta,Reversed,Name',
      '0,0,2.0,0.0,true,false,',
      '2,1,2.0,0.0,true,false,end',
    ),
    right: [
      [0, 0],
      [1, 0.5],
      [2, 1],
    ],
    said: 'a curve through 2 waypoints by their tangents',
  },
  {
    name: 'kilometres an hour',
    text: lines('x_m,y_m,v_kmh', '0,0,0.36', '1.5,0,0.72', '1.5,0.5,0.36'),
    right: ELL,
    speeds: [0.1, 0.2, 0.1],
    said: 'v_kmh as a speed limit',
  },
  {
    name: 'latitude and longitude',
    text: lines('lat,lon', '48,11', `48,${EAST_10}`, `${NORTH_10},${EAST_10}`),
    right: ROUND_FIRST,
    within: 1e-3,
    said: 'as metres round its first point',
  },
  {
    name: 'longitude first',
    text: lines(
      'longitude;latitude;elevation',
      '11;48;520',
      `${EAST_10};48;520`,
      `${EAST_10};${NORTH_10};520`,
    ),
    right: ROUND_FIRST,
    within: 1e-3,
    said: 'latitude, longitude',
  },
  {
    name: 'latitude and longitude in German',
    text: lines('Breitengrad;Längengrad', '48,0;11,0', `48,0;${EAST_10.toString().replace('.', ',')}`),
    right: ROUND_FIRST.slice(0, 2),
    within: 1e-3,
    said: 'Breitengrad, Längengrad',
  },
  {
    name: 'millimetres with the spaces of typography',
    text: lines('x (mm),y (mm)', '0,0', '1\u00a0500,0', '1\u202f500,500'),
    right: ELL,
    said: '3 points, 2 m',
  },
  {
    name: 'easting and northing',
    text: lines('easting,northing', '601120.2,4937730.5', '601130.2,4937730.5', '601130.2,4937740.5'),
    right: ROUND_FIRST,
    said: 'as metres round its first point',
  },
  {
    name: 'a GPX track',
    file: 'f.gpx',
    text: gpx(
      `<trk><name>yard</name><trkseg><trkpt lat="48" lon="11"><ele>520</ele></trkpt><trkpt lat="48" lon="${EAST_10}"/></trkseg><trkseg><trkpt lat="${NORTH_10}" lon="${EAST_10}"/></trkseg></trk>`,
    ),
    right: ROUND_FIRST,
    within: 1e-3,
    said: 'a GPX track, its 2 segments joined',
  },
  {
    name: 'a GPX route',
    file: 'f.gpx',
    text: gpx(
      `<rte><rtept lat="48" lon="11"/><rtept lat="48" lon="${EAST_10}"/><rtept lat="${NORTH_10}" lon="${EAST_10}"/></rte>`,
    ),
    right: ROUND_FIRST,
    within: 1e-3,
    said: 'a GPX route',
  },
  {
    name: 'a KML line',
    file: 'f.kml',
    text: `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><LineString><coordinates>\n11,48,0 ${EAST_10},48,0\n${EAST_10},${NORTH_10},0</coordinates></LineString></Placemark></kml>`,
    right: ROUND_FIRST,
    within: 1e-3,
    said: 'a KML line',
  },
  {
    name: 'GeoJSON',
    file: 'f.geojson',
    text: `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[11,48],[${EAST_10},48],[${EAST_10},${NORTH_10}]]}}]}`,
    right: ROUND_FIRST,
    within: 1e-3,
    said: 'latitude and longitude',
  },
  {
    name: "Mission Planner's waypoints",
    file: 'f.waypoints',
    text: lines(
      'QGC WPL 110',
      '0\t1\t0\t16\t0\t0\t0\t0\t47.9\t10.9\t520\t1',
      '1\t0\t3\t178\t0\t0.4\t0\t0\t0\t0\t0\t1',
      '2\t0\t3\t16\t0\t0\t0\t0\t48\t11\t0\t1',
      `3\t0\t3\t16\t0\t0\t0\t0\t48\t${EAST_10}\t0\t1`,
      `4\t0\t3\t16\t0\t0\t0\t0\t${NORTH_10}\t${EAST_10}\t0\t1`,
    ),
    right: ROUND_FIRST,
    within: 1e-3,
    speeds: [0.4, 0.4, 0.4],
    said: 'home is left out',
  },
  {
    name: "QGroundControl's plan",
    file: 'f.plan',
    text: JSON.stringify({
      fileType: 'Plan',
      mission: {
        items: [
          [48, 11],
          [48, Number(EAST_10)],
          [Number(NORTH_10), Number(EAST_10)],
        ].map(([lat, lon]) => ({
          type: 'SimpleItem',
          command: 16,
          frame: 3,
          params: [0, 0, 0, null, lat, lon, 0],
        })),
      },
    }),
    right: ROUND_FIRST,
    within: 1e-3,
    said: "a mission's waypoints",
  },
  {
    name: 'nav_msgs/Path',
    file: 'f.yaml',
    text: lines(
      'header:',
      '  stamp: {sec: 1, nanosec: 2}',
      '  frame_id: map',
      'poses:',
      pose(0, 0),
      pose(1.5, 0),
      pose(1.5, 0.5),
      '---',
    ),
    right: ELL,
    said: 'a list of poses in metres',
  },
  {
    name: 'a stream of nav_msgs/Odometry',
    file: 'f.yaml',
    text: [
      [0, 0],
      [1.5, 0],
      [1.5, 0.5],
    ]
      .map(
        ([x, y]) =>
          `header:\n  frame_id: odom\npose:\n  pose:\n    position:\n      x: ${x}\n      y: ${y}\n      z: 0.0\n  covariance: [0.1, 0.0]\n---\n`,
      )
      .join(''),
    right: ELL,
    said: 'a list of poses in metres',
  },
  {
    name: "a list of Nav2's waypoints",
    file: 'f.yaml',
    text: lines(
      'waypoints:',
      '  - {x: 0.0, y: 0.0, yaw: 0.0}',
      '  - {x: 1.5, y: 0.0, yaw: 0.0}',
      '  - {x: 1.5, y: 0.5, yaw: 1.57}',
    ),
    right: ELL,
    said: 'x, y, taken as metres; not used: yaw',
  },
  {
    name: 'JSON pairs',
    file: 'f.json',
    text: '[[0, 0], [1.5, 0], [1.5, 0.5]]',
    right: ELL,
    said: 'points, taken as metres',
  },
  {
    name: "WPILib's trajectory",
    file: 'f.wpilib.json',
    text: JSON.stringify(
      [
        [0, 0, 0],
        [1.5, 0, 0.8],
        [1.5, 0.5, 0],
      ].map(([x, y, velocity], i) => ({
        time: i,
        velocity,
        acceleration: 0,
        pose: { translation: { x, y }, rotation: { radians: 0 } },
        curvature: 0,
      })),
    ),
    right: ELL,
    speeds: [0.8, 0.8, 0.8],
    said: 'its speeds as limits',
  },
  {
    name: "Choreo's trajectory",
    file: 'f.traj',
    text: JSON.stringify({
      name: 'a',
      version: 1,
      trajectory: {
        waypoints: [0, 2],
        samples: [
          { t: 0, x: 0, y: 0, heading: 0, vx: 0, vy: 0 },
          { t: 1, x: 1.5, y: 0, heading: 0, vx: 0.3, vy: 0.4 },
          { t: 2, x: 1.5, y: 0.5, heading: 1, vx: 0, vy: 0 },
        ],
      },
    }),
    right: ELL,
    speeds: [0.5, 0.5, 0.5],
    said: 'vx, vy as a speed limit',
  },
  {
    name: "PathPlanner's path",
    file: 'f.path',
    text: JSON.stringify({
      version: '2025.0',
      waypoints: [
        { anchor: { x: 0, y: 0 }, prevControl: null, nextControl: { x: 1, y: 0 } },
        { anchor: { x: 2, y: 2 }, prevControl: { x: 1, y: 2 }, nextControl: null },
      ],
    }),
    right: [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
    said: 'a curve through 2 waypoints',
  },
  {
    name: 'an SVG drawing in millimetres',
    file: 'f.svg',
    text: '<svg xmlns="http://www.w3.org/2000/svg" width="2000mm" height="1000mm" viewBox="0 0 200 100"><rect width="200" height="100" fill="none"/><g transform="translate(10,10)"><path id="way" d="m 0,90 h 150 v -50"/></g></svg>',
    right: [
      [0.1, 0],
      [1.6, 0],
      [1.6, 0.5],
    ],
    said: "the path 'way' of a drawing",
  },
  {
    name: 'a polyline in centimetres',
    file: 'f.svg',
    text: '<svg xmlns="http://www.w3.org/2000/svg" width="200cm" height="100cm" viewBox="0 0 200 100"><polyline points="0,100 150,100 150,50"/></svg>',
    right: ELL,
    said: 'the polyline of a drawing',
  },
  {
    name: "Autoware's waypoints, in km/h",
    text: lines('x,y,z,yaw,velocity,change_flag', '0,0,0,0,3.6,0', '1.5,0,0,0,7.2,0', '1.5,0.5,0,0,3.6,0'),
    right: ELL,
    speeds: [1, 2, 1],
    said: 'velocity (km/h) as a speed limit',
  },
  {
    name: 'names with brackets between spaces',
    text: lines('x [m] y [m] theta [rad]', '0 0 0', '1.5 0 0', '1.5 0.5 1'),
    right: ELL,
    said: 'not used: theta[rad]',
  },
  {
    name: 'a remark of names with other separators',
    text: lines('# y_cm, x_cm', '0 0', '0 150', '50 150'),
    right: ELL,
    said: 'x_cm, y_cm',
  },
  {
    name: 'a remark of swapped names',
    text: lines('# y x', '0,0', '0,1.5', '0.5,1.5'),
    right: ELL,
    said: 'x, y, taken as metres',
  },
  {
    name: "a spreadsheet's line of its separator",
    text: lines('sep=;', 'x (m);y (m)', '0;0', '1.5;0', '1.5;0.5'),
    right: ELL,
    said: 'x (m), y (m)',
  },
  {
    name: 'a velocity in two parts',
    text: lines('t,x,y,vx,vy', '0,0,0,0.3,-0.4', '1,1.5,0,0.3,0.4', '2,1.5,0.5,-0.3,0.4'),
    right: ELL,
    speeds: [0.5, 0.5, 0.5],
    said: 'vx, vy as a speed limit',
  },
  {
    name: 'a speed whose unit stands behind a space',
    text: lines('x m,y m,Speed mm/s', '0,0,100', '1.5,0,100', '1.5,0.5,100'),
    right: ELL,
    speeds: [0.1, 0.1, 0.1],
    said: 'Speed mm/s as a speed limit',
  },
  {
    name: 'the voltage of a battery',
    text: lines('x,y,V', '0,0,7.4', '1.5,0,7.4', '1.5,0.5,7.3'),
    right: ELL,
    said: 'not used: V',
  },
  {
    name: "a topic of PlotJuggler's by another name",
    text: lines(
      '__time,/amcl_pose/pose/pose/position/x,/amcl_pose/pose/pose/position/y',
      '0,0,0',
      '1,1.5,0',
      '2,1.5,0.5',
    ),
    right: ELL,
    said: 'position/x',
  },
  {
    name: "pandas' table",
    file: 'f.json',
    text: '{"columns":["t","y","x"],"index":[0,1,2],"data":[[0,0,0],[1,0,1.5],[2,0.5,1.5]]}',
    right: ELL,
    said: 'x, y',
  },
  {
    name: 'a list for each name',
    file: 'f.json',
    text: '{"x":[0,1.5,1.5],"y":[0,0,0.5]}',
    right: ELL,
    said: 'x, y',
  },
  {
    name: 'JSON with its unit',
    file: 'f.json',
    text: '{"unit":"cm","points":[[0,0],[150,0],[150,50]]}',
    right: ELL,
    said: 'a list of points',
  },
  {
    name: 'a JSON object in each line',
    file: 'f.jsonl',
    text: lines('{"t":0,"x":0,"y":0}', '{"t":1,"x":1.5,"y":0}', '{"t":2,"x":1.5,"y":0.5}'),
    right: ELL,
    said: 'x, y, taken as metres',
  },
  {
    name: "RViz' waypoints of Nav2",
    file: 'f.yaml',
    text: lines(
      'waypoints:',
      '  waypoint0:',
      '    pose: [0, 0, 0]',
      '    orientation: [1, 0, 0, 0]',
      '  waypoint1:',
      '    pose: [1.5, 0, 0]',
      '    orientation: [1, 0, 0, 0]',
      '  waypoint2:',
      '    pose: [1.5, 0.5, 0]',
      '    orientation: [1, 0, 0, 0]',
    ),
    right: ELL,
    said: 'poses in metres',
  },
  {
    name: 'a stream of transforms',
    file: 'f.yaml',
    text: [
      [0, 0],
      [1.5, 0],
      [1.5, 0.5],
    ]
      .map(
        ([x, y]) =>
          `transforms:\n- header: {frame_id: odom}\n  transform:\n    translation: {x: ${x}, y: ${y}, z: 0.0}\n    rotation: {x: 0, y: 0, z: 0, w: 1}\n---\n`,
      )
      .join(''),
    right: ELL,
    said: 'poses in metres',
  },
  {
    name: "a track of Google's in KML",
    file: 'f.kml',
    text: `<kml xmlns:gx="http://www.google.com/kml/ext/2.2"><gx:Track><when>1</when><gx:coord>11 48 0</gx:coord><gx:coord>${EAST_10} 48 0</gx:coord><gx:coord>${EAST_10} ${NORTH_10} 0</gx:coord></gx:Track></kml>`,
    right: ROUND_FIRST,
    within: 1e-3,
    said: 'a KML line',
  },
  {
    name: "Illustrator's drawing with its entities",
    file: 'f.svg',
    text: '<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;" width="200cm" height="100cm" viewBox="0 0 200 100"><polyline points="0,100 150,100 150,50"/></svg>',
    right: ELL,
    said: 'the polyline of a drawing',
  },
  {
    name: 'JSON whose unit stands elsewhere',
    file: 'f.json',
    text: '{"meta":{"units":{"length":"mm"}},"points":[[0,0],[1500,0],[1500,500]]}',
    right: ELL,
    said: 'a list of points',
  },
  {
    name: 'JSON with units in its keys',
    file: 'f.json',
    text: '[{"y_cm":0,"x_cm":0},{"y_cm":0,"x_cm":150},{"y_cm":50,"x_cm":150}]',
    right: ELL,
    said: 'x_cm, y_cm',
  },
  {
    name: 'empty lines of a spreadsheet',
    text: lines('x (cm);y (cm)', '0;0', ';', '150,0;0', '150;50', ';;', ';'),
    right: ELL,
    said: 'with decimal commas',
  },
  {
    name: 'the minus of typography',
    text: lines('x,y', '0,0', '−1,0', '−1,−0.5'),
    right: [
      [0, 0],
      [-1, 0],
      [-1, -0.5],
    ],
    said: 'x, y',
  },
];

export const REFUSED: readonly RefusedFile[] = [
  {
    name: 'x and a speed',
    text: lines('x_m,v_mps', '0,0.2', '1,0.3'),
    why: "there is no column beside 'x_m' for the other coordinate",
  },
  { name: 'x and an angle', text: lines('x,theta', '0,0', '1,0.3'), why: "there is no column beside 'x'" },
  {
    name: 'x, y and a speed without names',
    text: lines('0,0,0.2', '1.5,0,0.3', '1.5,0.5,0.2'),
    why: '3 columns without names',
    cured: named('x_m,y_m,v_mps'),
    right: ELL,
  },
  {
    name: 'pixels',
    text: lines('x_px,y_px', '0,0', '150,0', '150,50'),
    why: "x in 'px' cannot be converted",
    cured: renamed('x_cm,y_cm'),
    right: ELL,
  },
  {
    name: 'millimetres that nothing calls so',
    text: lines('x,y', '0,0', '1500,0', '1500,500'),
    why: 'as metres the path would be 1500 m wide',
    cured: renamed('x_mm,y_mm'),
    right: ELL,
  },
  {
    name: 'the same without names',
    text: lines('0,0', '1500,0', '1500,500'),
    why: 'x_mm,y_mm (1.5 m)',
    cured: named('x_mm,y_mm'),
    right: ELL,
  },
  {
    name: 'degrees that nothing calls so',
    text: lines('48,11', `48,${EAST_10}`, `${NORTH_10},${EAST_10}`),
    why: 'if these are degrees, name the columns lat,lon',
  },
  {
    name: 'UTM that nothing calls so',
    text: lines('x,y', '601120.2,4937730.5', '601130.2,4937730.5', '601130.2,4937740.5'),
    why: 'these look like UTM',
    cured: renamed('easting_m,northing_m'),
    right: ROUND_FIRST,
  },
  {
    name: 'two of each',
    text: lines('x_ref,y_ref,x_act,y_act', '0,0,0.1,0', '1.5,0,1.4,0', '1.5,0.5,1.4,0.4'),
    why: 'no two columns are named x and y',
    cured: renamed('x_m,y_m,x_act,y_act'),
    right: ELL,
  },
  {
    name: 'two that are both x',
    text: lines('odom.x,odom.y,map.x,map.y', '0,0,0,0', '1,0,1.5,0', '1,1,1.5,0.5'),
    why: "'odom.x' and 'map.x' could both be x",
    cured: renamed('-,-,x,y'),
    right: ELL,
  },
  {
    name: 'a unit for one of two',
    text: lines('x (mm),y', '0,0', '1500,0', '1500,500'),
    why: 'only one of them says its unit',
    cured: renamed('x (mm),y (mm)'),
    right: ELL,
  },
  {
    name: 'a speed without a unit beside millimetres',
    text: lines('x_mm,y_mm,v', '0,0,100', '1500,0,100', '1500,500,100'),
    why: "'v' says no unit",
    cured: renamed('x_mm,y_mm,v_mmps'),
    right: ELL,
  },
  {
    name: 'decimal commas between commas',
    text: lines('x,y', '0,0,0,0', '1,5,0,0', '1,5,0,5'),
    why: '4 values stand below 2 names',
  },
  {
    name: 'backwards',
    text: lines(
      'X,Y,Tangent X,Tangent Y,Fixed Theta,Reversed,Name',
      '0,0,2.0,0.0,true,true,',
      '2,1,2.0,0.0,true,true,end',
    ),
    why: 'Reversed',
  },
  {
    name: 'a rest in the middle',
    text: lines('x_m,y_m,v_mps', '0,0,0.2', '1.5,0,0', '1.5,0.5,0.2'),
    why: 'a speed of 0 in the middle',
  },
  {
    name: 'a list that ROS has cut',
    file: 'f.yaml',
    text: lines('poses:', pose(0, 0), pose(1, 0), "- '...'"),
    why: 'ros2 topic echo --full-length',
  },
  {
    name: 'a drawing in pixels',
    file: 'f.svg',
    text: '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><path d="M0 0 L100 0"/></svg>',
    why: 'steerbot import f.svg --unit 1mm',
  },
  {
    name: 'two lines in a drawing',
    file: 'f.svg',
    text: '<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="60mm" viewBox="0 0 80 60"><path id="a" d="M0 0L9 9"/><path id="b" d="M0 0L9 9"/></svg>',
    why: "2 separate lines are drawn ('a', 'b')",
  },
  {
    name: 'G-code',
    file: 'f.gcode',
    text: lines('G21', 'G0 X0 Y0', 'G1 X100 Y0 F300'),
    why: 'no two columns are named x and y',
  },
  { name: 'a place without a fix', text: lines('lat,lon', '48,11', '0,0'), why: 'a receiver without a fix' },
  {
    name: 'more names than values',
    text: lines('time x pos y pos yaw', '0 0 0 0', '1 1.5 0 0'),
    why: '4 values stand below 6 names',
  },
  {
    name: 'decimal commas in some lines',
    text: lines('x_m,y_m', '0,0', '0,5,0,25'),
    why: '4 values stand below 2 names',
  },
  {
    name: 'a remark with a unit',
    text: lines('% path in feet', 'x,y', '0,0', '10,0'),
    why: 'this remark says a unit',
    cured: (text) => text.replace('x,y', 'x_ft,y_ft'),
    right: [
      [0, 0],
      [3.048, 0],
    ],
  },
  {
    name: "a spreadsheet's thousands",
    text: lines('x_mm;y_mm', '950;0', '1.234;0'),
    why: 'thousands',
    cured: (text) => text.replace('1.234', '1234'),
    right: [
      [0.95, 0],
      [1.234, 0],
    ],
  },
  {
    name: 'west in a column of its own',
    text: lines('lat,lat_dir,lon,lon_dir', '48,N,11,W', '48.0001,N,11,W'),
    why: 'S or W stands in a column of its own',
  },
  {
    name: "PX4's local position",
    text: lines('timestamp,ref_lat,x,y,z', '0,48,0,0,0', '1,48,1,0,0'),
    why: 'rename x to north and y to east',
  },
  {
    name: 'a speed in percent',
    text: lines('x,y,speed_%', '0,0,8', '1,0,8'),
    why: "speed in '%' cannot be converted",
  },
  {
    name: 'points of three numbers',
    file: 'f.json',
    text: '[[0,0,0],[1,1.5,0],[2,1.5,0.5]]',
    why: 'no list of points',
  },
  {
    name: "RoadRunner's trajectory",
    file: 'f.yaml',
    text: lines(
      'startPose:',
      '  position: {x: -36, y: -60}',
      'waypoints:',
      '- position: {x: -36, y: -24}',
      '- position: {x: 0, y: -24}',
    ),
    why: 'RoadRunner',
  },
  {
    name: "PathPlanner's path backwards",
    file: 'f.path',
    text: '{"reversed":true,"waypoints":[{"anchor":{"x":0,"y":0}},{"anchor":{"x":1,"y":0}}]}',
    why: 'backwards',
  },
  {
    name: 'millimetres in JSON',
    file: 'f.json',
    text: '{"waypoints":[{"x":0,"y":0},{"x":1500,"y":0},{"x":1500,"y":500}]}',
    why: '"unit": "mm"',
    cured: (text) => text.replace('{', '{"unit":"mm",'),
    right: ELL,
  },
  {
    name: 'a unit of speed',
    file: 'f.json',
    text: '{"speedUnit":"km/h","points":[{"x":0,"y":0,"speed":1},{"x":1,"y":0,"speed":1}]}',
    why: 'is not applied',
  },
  {
    name: 'GeoJSON of another projection',
    file: 'f.geojson',
    text: '{"type":"LineString","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"coordinates":[[1,2],[3,2]]}',
    why: 'EPSG:4326',
  },
  {
    name: 'points of GeoJSON that are no line',
    file: 'f.geojson',
    text: '{"type":"MultiPoint","coordinates":[[11,48],[11.1,48]]}',
    why: 'no LineString',
  },
  {
    name: 'a drawing without a viewBox',
    file: 'f.svg',
    text: '<svg xmlns="http://www.w3.org/2000/svg" width="200mm" height="100mm"><path d="M0 0L100 0"/></svg>',
    why: 'no viewBox',
  },
  {
    name: 'a drawing with copies',
    file: 'f.svg',
    text: '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10"><path id="a" d="M0 0L9 0"/><use href="#a" x="3"/></svg>',
    why: '<use> is not read',
  },
  {
    name: 'a drawing whose style sheet hides',
    file: 'f.svg',
    text: '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10"><style>.h{display:none}</style><path class="h" d="M0 0L9 0"/></svg>',
    why: 'style sheet',
  },
  {
    name: 'two robots',
    text: lines('robot,x_m,y_m', 'a,0,0', 'b,5,5', 'a,1,0'),
    why: "'robot' is a and b: leave the lines of one",
  },
  {
    name: 'two frames',
    file: 'f.yaml',
    text: ['odom', 'map']
      .map(
        (frame) =>
          `transforms:\n- header: {frame_id: ${frame}}\n  child_frame_id: base\n  transform: {translation: {x: 1, y: 2}, rotation: {w: 1}}\n---\n`,
      )
      .join(''),
    why: 'transforms of several frames',
  },
  {
    name: "a spreadsheet's faults",
    text: lines('x,y', '0,0', '#N/A,#N/A', '1,0'),
    why: "x '#N/A' is not a finite number",
  },
  {
    name: 'a marker of RViz away from zero',
    file: 'marker.yaml',
    text: lines(
      'type: 4',
      'pose: { position: { x: 1, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } }',
      'points: [{ x: 0, y: 0, z: 0 }, { x: 1.5, y: 0, z: 0 }, { x: 1.5, y: 0.5, z: 0 }]',
    ),
    why: "counted from the marker's own pose, which is not at zero (x 1, y 0)",
    cured: (text) => text.replace('x: 1,', 'x: 0,'),
    right: ELL,
  },
  {
    name: 'degrees with minutes',
    text: lines('lat,lon', '48°00\'00"N,11°00\'00"E', '48°00\'01"N,11°00\'00"E'),
    why: 'write degrees as decimals',
  },
  {
    name: 'a line without a place',
    text: lines('x_m,y_m', '0,0', 'nan,nan', '1.5,0', '1.5,0.5'),
    why: 'leave lines without a place out',
    cured: (text) => text.replace('nan,nan\n', ''),
    right: ELL,
  },
  {
    name: 'thousands in quotes',
    text: lines('x (mm),y (mm)', '0,0', '"1,500",0', '"1,500",500'),
    why: 'write it without a sign of thousands',
    cured: (text) => text.replaceAll('"1,500"', '1500'),
    right: ELL,
  },
  { name: 'thousands with commas', text: lines('x_mm;y_mm', '0;0', '950;0', '1,234;0'), why: 'thousands' },
  {
    name: 'thousands with dots and decimal commas',
    text: lines('x [mm];y [mm]', '0,0;0,0', '1.234,5;2,5'),
    why: "x [mm] '1.234,5' is not a finite number",
  },
  {
    name: 'a unit in a remark of YAML',
    file: 'f.yaml',
    text: lines('# all in millimetres', 'points:', '- [0, 0]', '- [30, 20]'),
    why: 'unit: mm',
    cured: (text) => `unit: mm\n${text}`,
    right: [
      [0, 0],
      [0.03, 0.02],
    ],
  },
  {
    name: 'a drawing of another shape than its size',
    file: 'f.svg',
    text: '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="50mm" viewBox="0 0 100 100"><path d="M0 0L9 0"/></svg>',
    why: 'another shape than its viewBox',
  },
];
