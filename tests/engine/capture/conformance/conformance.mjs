// Reads and writes MCAP files with @mcap/core, an implementation of the format that shares no code with Boxwood's.
//   node conformance.mjs indexed FILE | stream FILE      prints one line per message, as mcap_tool does
//   node conformance.mjs write FILE chunked|unchunked    writes 300 messages and prints them
import { open } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.env.MCAP_MODULES + "/");
const { McapIndexedReader, McapStreamReader, McapWriter } = require("@mcap/core");
const { loadDecompressHandlers } = require("@mcap/support");

const [verb, path, layout] = process.argv.slice(2);

function show(topic, message) {
  console.log(`${topic} ${message.logTime} ${Buffer.from(message.data).toString("hex")}`);
}

if (verb === "write") {
  const file = await open(path, "w");
  let at = 0n;
  const writable = {
    async write(bytes) {
      await file.write(bytes);
      at += BigInt(bytes.byteLength);
    },
    position: () => at,
  };
  const writer = new McapWriter({ writable, useChunks: layout === "chunked", chunkSize: 2000 });
  await writer.start({ profile: "other", library: "@mcap/core" });
  const channelId = await writer.registerChannel({ topic: "/js", messageEncoding: "json", schemaId: 0, metadata: new Map() });
  for (let i = 0; i < 300; ++i) {
    const message = { channelId, sequence: i, logTime: BigInt(i) * 10n, publishTime: 0n, data: new TextEncoder().encode(`{"i":${i}}`) };
    await writer.addMessage(message);
    show("/js", message);
  }
  await writer.end();
  await file.close();
} else if (verb === "indexed") {
  const file = await open(path, "r");
  const readable = {
    size: async () => BigInt((await file.stat()).size),
    read: async (offset, size) => {
      const bytes = new Uint8Array(Number(size));
      await file.read(bytes, 0, bytes.byteLength, Number(offset));
      return bytes;
    },
  };
  const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers: await loadDecompressHandlers() });
  for await (const message of reader.readMessages()) show(reader.channelsById.get(message.channelId).topic, message);
  let attachments = 0;
  for await (const attachment of reader.readAttachments()) attachments += attachment.data.byteLength;
  console.log(`attachments ${attachments} chunks ${reader.chunkIndexes.length > 0} messages ${reader.statistics.messageCount}`);
  await file.close();
} else {
  const reader = new McapStreamReader({ decompressHandlers: await loadDecompressHandlers(), validateCrcs: true });
  reader.append(readFileSync(path));
  const topics = new Map();
  for (let record; (record = reader.nextRecord()); ) {
    if (record.type === "Channel") topics.set(record.id, record.topic);
    if (record.type === "Message") show(topics.get(record.channelId), record);
  }
  if (!reader.done()) throw new Error("the file does not end as it should");
}
