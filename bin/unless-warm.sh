#!/bin/sh
# Starts what is given, unless the MCP server of this very client answers prompts: such a server leaves its process id
# under the id of the client that started it, which is our parent too. Usage: unless-warm.sh FOLDER COMMAND [ARGUMENT...]
folder=$1
shift
if read -r server 2>/dev/null <"$folder/$PPID" && kill -0 "$server" 2>/dev/null; then
  # A server that was killed may still be listed, or its number given away: its state and its parent tell, where /proc does.
  [ -r "/proc/$server/stat" ] || exit 0
  read -r _ _ state parent _ <"/proc/$server/stat"
  [ "$parent" = "$PPID" ] && [ "$state" != Z ] && exit 0
fi
exec "$@"
