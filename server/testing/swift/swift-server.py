"""One OpenStack Swift with its S3 API, whole in one process, for tests: swift-server.py FOLDER [PORT].

The proxy listens on PORT of loopback, or a free one, and the three servers behind it on free ones; objects lie below
FOLDER. The proxy's port is printed when it answers. Ends when its standard input does, so that it never outlives the test run.
"""
import os
import sys

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

FOLDER = sys.argv[1]
DEVICE = "disk"

# Swift reads this file as soon as it is imported.
os.makedirs(os.path.join(FOLDER, "devices", DEVICE), exist_ok=True)
with open(os.path.join(FOLDER, "swift.conf"), "w") as file:
    file.write("[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = only\ndefault = yes\n")

import swift.common.utils as utils  # noqa: E402

utils.SWIFT_CONF_FILE = os.path.join(FOLDER, "swift.conf")

from eventlet import wsgi  # noqa: E402
from swift.account import server as account  # noqa: E402
from swift.common.middleware import catch_errors, copy, dlo, slo, tempauth  # noqa: E402
from swift.common.middleware.s3api import s3api  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol  # noqa: E402
from swift.container import server as container  # noqa: E402
from swift.obj import server as obj  # noqa: E402
from swift.proxy import server as proxy  # noqa: E402

CONF = {"devices": os.path.join(FOLDER, "devices"), "mount_check": "false", "swift_dir": FOLDER, "workers": "0"}


class Cache:
    """What Swift asks of memcached; its S3 API does not work without one."""

    def __init__(self):
        self.kept = {}

    def get(self, key, raise_on_error=False):
        return self.kept.get(key)

    def set(self, key, value, **options):
        self.kept[key] = value

    def delete(self, key, server_key=None):
        self.kept.pop(key, None)

    def incr(self, key, delta=1, time=0):
        self.kept[key] = max(0, int(self.kept.get(key) or 0) + delta)
        return self.kept[key]

    def decr(self, key, delta=1, time=0):
        return self.incr(key, -delta, time)


def with_cache(app):
    cache = Cache()

    def call(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return call


def serve(socket, app):
    eventlet.spawn(
        wsgi.server,
        socket,
        app,
        utils.NullLogger(),
        protocol=SwiftHttpProtocol,
        capitalize_response_headers=False,
        log_output=False,
    )


def make_ring(name, port):
    builder = RingBuilder(part_power=6, replicas=1, min_part_hours=1)
    builder.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": DEVICE, "weight": 1})
    builder.rebalance(seed=1)
    builder.get_ring().save(os.path.join(FOLDER, name + ".ring.gz"))


def main():
    servers = {"account": account, "container": container, "object": obj}
    for name, module in servers.items():
        socket = eventlet.listen(("127.0.0.1", 0))
        make_ring(name, socket.getsockname()[1])
        serve(socket, module.app_factory(dict(CONF)))

    app = proxy.Application(dict(CONF, account_autocreate="true"))
    filters = [
        (dlo, {}),
        (slo, {}),
        (copy, {}),
        (tempauth, {"user_test_tester": "testing .admin"}),
        (s3api, {"location": "us-east-1", "cors_preflight_allow_origin": "*"}),
    ]
    for module, options in filters:
        app = module.filter_factory(dict(CONF), **options)(app)
    app = catch_errors.filter_factory(dict(CONF))(with_cache(app))

    socket = eventlet.listen(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0))
    serve(socket, app)
    print(socket.getsockname()[1], flush=True)


def end_with_input():
    while os.read(0, 1024):
        pass
    os._exit(0)


main()
eventlet.patcher.original("threading").Thread(target=end_with_input, daemon=True).start()
while True:
    eventlet.sleep(3600)
